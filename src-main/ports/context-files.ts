import type { FileList } from './prompt-help';

export type ReadForContext =
  | { readonly ok: true; readonly text: string; readonly bytes: number; readonly sha256: string }
  | { readonly ok: false; readonly why: 'outside' | 'unreadable' | 'binary' | 'too-big' };

/** The files of a project that can be shown to Claude. Nothing outside the folder is read, whatever a link says. */
export type ContextFiles = {
  /** Those that git knows or does not ignore. */
  list(folder: string): Promise<FileList>;
  read(folder: string, path: string): Promise<ReadForContext>;
  /** SHA-256 in hex. */
  hash(text: string): string;
};
