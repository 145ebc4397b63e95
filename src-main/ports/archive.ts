import type { CopyTrouble } from '@domain/history/record';
import type { Result } from '@domain/result';
import type { TranscriptBytes } from './transcript-pages';
import type { TranscriptFile } from './transcripts';

export type ArchiveMode = 'exact' | 'redacted';

export type KeptCopy = {
  /** A copy with secrets taken out cannot be put back. */
  readonly isExact: boolean;
  readonly files: number;
  /** Of the transcripts, and what the copy takes on the disk. */
  readonly bytes: number;
  readonly storedBytes: number;
  readonly keptAt: string;
};

export type RestoreFailure =
  | { readonly code: 'no-copy' }
  | { readonly code: 'copy-redacted' }
  | { readonly code: 'copy-damaged'; readonly path: string }
  /** What says what the copy is made of. */
  | { readonly code: 'copy-unreadable'; readonly path: string; readonly why: CopyTrouble }
  /** Another file is there, which is never overwritten. */
  | { readonly code: 'file-in-the-way'; readonly path: string }
  | { readonly code: 'disk'; readonly path: string; readonly detail: string };

export type Restored = { readonly path: string; readonly written: number; readonly there: number };

/*
 * Our own copies of Claude's transcripts, for when Claude has deleted them.
 * K1  A copy is whole or not there: killed at any moment, the last complete one can be read.
 * K2  Lines that are added cost the last block of a file, not the file.
 * K3  A file that was replaced by another is a second version; what we had stays.
 * K4  Nothing that is there is overwritten by putting a copy back.
 * K5  A copy that cannot be read, or that a newer version wrote, is neither written over nor swept: `keep` fails.
 */
export type Archive = {
  /** Brings the copy level with these files. Answers whether anything was written. */
  keep(session: { id: string; paths: readonly string[]; mode: ArchiveMode }): Promise<boolean>;
  copyOf(id: string): KeptCopy | null;
  /** A copy is there and cannot be read: every other question is answered as if there were none. */
  troubleOf(id: string): { readonly path: string; readonly why: CopyTrouble } | null;
  /** The newest exact or redacted copy of one file. */
  open(id: string, path: string): TranscriptBytes | null;
  /** The files of a session as they were when they were copied. */
  filesOf(id: string): readonly TranscriptFile[];
  ids(): readonly string[];
  restore(id: string): Promise<Result<Restored, RestoreFailure>>;
  /** Brings copies without secrets under the rules of today. Answers whether anything was taken. Exact copies stay as they are. */
  refilter(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
};

/** Sessions that were deleted for ever: finding their files again does not bring them back. */
export type ForgottenIds = {
  has(id: string): boolean;
  add(id: string): void;
  /** Nothing was ever deleted. */
  isEmpty(): boolean;
};
