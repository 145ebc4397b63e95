import type { Result } from '@domain/result';

/*
 * One program in a terminal of its own, held by a host process that dies with us.
 *
 * T1  Everything the program wrote is told before `onExit`, also what it wrote just before it ended.
 * T2  `onExit` comes exactly once; a listener added later is told at once.
 * T3  What came before the first listener is kept for it.
 * T4  `hold` stops the program when the system's buffer is full; `release` lets it go on. Nothing is dropped. What a program
 *     that has ended left is told even while held: its end waits for nobody.
 * T5  The host of one terminal may crash: its terminal is told as ended with `signal`, the others go on.
 */
export type PtyRequest = {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly size: PtySize;
};

export type PtySize = { readonly cols: number; readonly rows: number };

export type PtyExit = { readonly exit_code: number | null; readonly signal: string | null };

export type Pty = {
  /** Of the program, not of its host. */
  readonly pid: number;
  onData(tell: (text: string) => void): () => void;
  onExit(tell: (exit: PtyExit) => void): () => void;
  write(text: string): void;
  resize(size: PtySize): void;
  hold(): void;
  release(): void;
  /** Reaches the program and its process group. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
};

export type PtyError = { readonly code: 'pty-failed'; readonly message: string };

export type Ptys = {
  open(request: PtyRequest): Promise<Result<Pty, PtyError>>;
};
