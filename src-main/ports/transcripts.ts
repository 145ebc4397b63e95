import type { SessionRecord } from '@domain/history/describe-session';
import type { Work } from '@domain/history/work-left';
import type { PackedTexts } from '@domain/transcript/packed-texts';
import type { PackedTally } from '@domain/transcript/tally-bytes';

/** A file of Claude's that belongs to a session: its own transcript or that of a subagent. */
export type TranscriptFile = {
  readonly path: string;
  readonly sessionId: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
};

export type Discovery = {
  readonly files: readonly TranscriptFile[];
  readonly failed: readonly { readonly path: string; readonly error: string }[];
};

export type TranscriptFolder = {
  /** `known`: to which session a file belongs that was met before; it is not opened again to find out. */
  discover(known: ReadonlyMap<string, string>): Promise<Discovery>;
  /** What is at these paths now; what is gone or no transcript is left out. */
  look(paths: readonly string[], known: ReadonlyMap<string, string>): Promise<Discovery>;
  /** Calls back soon after something changed. Watchers lose events: whoever watches must also look. */
  watch(onChange: (paths: readonly string[]) => void): () => void;
};

/** What Claude itself does with its files, and which sessions it has open. */
export type ClaudeFiles = {
  /** Null: there is no such file. `isClaudes`: it lies in Claude's own folder, where old ones are deleted. */
  timeOf(path: string): { readonly mtimeMs: number; readonly isClaudes: boolean } | null;
  /** After so many days without a change Claude deletes a transcript. */
  keepsDays(): number;
  /** Sessions that a living process of Claude has open. */
  openSessions(): ReadonlySet<string>;
};

/** How far a file was read, and how to know that it is still the same one. */
export type FileMark = {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
  readonly offset: number;
  /** Of the bytes before `offset`. */
  readonly tailHash: number;
  /** 1 when the file ended in the middle of a line. */
  readonly openTail: 0 | 1;
};

/** What a session says of itself; the first place wins, but for titles, of which the best and last does. */
export type SessionNotes = {
  cwd?: string;
  branch?: string;
  version?: string;
  sessionId?: string;
  title?: string;
  titleRank?: number;
  claudeCostUsd?: number;
  firstPrompt?: string;
};

/** A file whose answers of tools are to be read: those that stand between the two offsets. */
export type ToolJob = {
  readonly sessionId: string;
  readonly path: string;
  readonly cwd: string | null;
  readonly from: number;
  readonly to: number;
};
export type ToolSlice = {
  readonly texts: PackedTexts;
  /** What its calls are seen to have left behind. */
  readonly work: readonly Work[];
  readonly to: number;
};
export type ToolReader = {
  /** Slice by slice, with the offset each goes up to; null: done. Throws what the disk throws. */
  open(job: ToolJob): { next(): ToolSlice | null };
};

export type ScanJob = {
  readonly sessionId: string;
  readonly files: readonly { readonly path: string; readonly mark: FileMark | null }[];
  /** What is known of the session; null begins anew. */
  readonly known: { readonly tally: PackedTally; readonly notes: SessionNotes } | null;
  /** Every line by the full reader: the fast one was seen to read this session wrong. */
  readonly isFull?: boolean;
};

/** Its texts are filtered already: what leaves the scanner may be kept. */
export type ScanSlice =
  /** More follows; ask again. */
  | { readonly type: 'texts'; readonly texts: PackedTexts; readonly bytes: number }
  | {
      readonly type: 'done';
      readonly texts: PackedTexts;
      readonly bytes: number;
      readonly tally: PackedTally;
      readonly notes: SessionNotes;
      /** What all of it says, at list prices, while nobody writes on; only where nothing was known of it before. */
      readonly described?: SessionRecord;
      readonly marks: readonly FileMark[];
      readonly failed: readonly { readonly path: string; readonly error: string }[];
    }
  /** A file is no longer the one that was read before: the session must be read anew. */
  | { readonly type: 'changed'; readonly path: string }
  /** So many lines were another thing to the full reader, and nobody knows which others were: all of it must be the full one's. */
  | { readonly type: 'disagreed'; readonly path: string; readonly lines: number };

/** One session being read, slice by slice: memory is bounded by the slice, whatever the session's size. */
export type ScanRun = { next(): Promise<ScanSlice>; close(): void };

/** What the first lines of a transcript say, filtered. `firstMs` is infinite when they name no time. */
export type Glimpse = { readonly notes: SessionNotes; readonly firstMs: number };

export type TranscriptScanner = {
  open(job: ScanJob): ScanRun;
  /** Null: it cannot be read. As quick for a long file as for a short one. */
  glimpse(path: string): Glimpse | null;
  /** How many runs are worth having open at once. */
  readonly width: number;
  /** So many bytes are about to be read: time to get help. `rest` sends the help away. */
  prepare(bytes: number): void;
  rest(): Promise<void>;
  close(): Promise<void>;
};
