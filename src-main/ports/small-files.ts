import type { Result } from '@domain/result';

export type SmallFileError = { readonly code: 'unreadable' | 'unwritable'; readonly detail: string };

/** A small file of ours, read whole and replaced whole: settings, layout, recent projects. */
export type SmallFile = {
  readonly path: string;
  /** Null: there is none yet. */
  read(): Promise<Result<string | null, SmallFileError>>;
  /** Old content or new content, never a mix. */
  replace(text: string): Promise<Result<void, SmallFileError>>;
};
