/** A program of the user's that we depend on, found and asked for its version. */
export type ProgramFound =
  | { readonly found: true; readonly path: string; readonly version: string }
  | { readonly found: false; readonly reason: 'not-found' | 'no-answer' };

export type Programs = {
  look(name: 'git' | 'claude' | 'bd'): Promise<ProgramFound>;
};
