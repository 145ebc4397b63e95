import type { TranscriptSource } from '@domain/history/transcript';
import type { LinePlace } from '@domain/transcript/line-place';

/** The bytes of a transcript, from Claude's file or from our copy of it. */
export type TranscriptBytes = {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  read(into: Uint8Array, at: number, length: number, position: number): number;
  /** False: somebody has written on it since it was opened. A copy of ours never changes. */
  isStill?(): boolean;
  close(): void;
};

/** Null: neither Claude nor we have it. */
export type OpenBytes = (path: string) => { source: TranscriptSource; bytes: TranscriptBytes } | null;

export type FileState = {
  readonly source: TranscriptSource;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
};

export type IndexedFile = {
  /** Behind the last whole line: reading goes on from there when the file has grown. */
  readonly offset: number;
  readonly notUnderstood: number;
  readonly isTailOpen: boolean;
};

/** What Claude wrote beside a subagent's transcript. */
export type SubagentNote = {
  readonly agentType: string | null;
  readonly description: string | null;
  readonly callId: string | null;
};

export type OddBytes = {
  readonly line: number;
  readonly bytes: number | null;
  readonly text: string;
  /** The type it names, when it is whole; null: it is broken. */
  readonly kind: string | null;
};

/** Reading a transcript here and there, never as a whole. */
export type TranscriptPages = {
  look(path: string): FileState | null;
  index(
    path: string,
    offset: number,
    onPlace: (place: LinePlace, offset: number, bytes: number) => void,
  ): IndexedFile;
  lines(path: string, spans: readonly { offset: number; bytes: number }[]): readonly string[];
  /** Broken lines and those of a type nobody knows, the first of either: their number in the file, and their beginning. */
  oddLines(path: string, most: { readonly broken: number; readonly unknown: number }): readonly OddBytes[];
  note(path: string): SubagentNote | null;
};
