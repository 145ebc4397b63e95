import { ok } from '@domain/result';
import type { Pty, PtyExit, PtySize, Ptys } from '../ports/pty';

/** A terminal whose program is the test: it says, it ends, and it sees what was typed. */
export type FakePty = Pty & {
  say(text: string): void;
  exit(code: number | null, signal?: string): void;
  readonly typed: readonly string[];
  readonly sizes: readonly PtySize[];
  isHeld(): boolean;
};

export function createFakePty(): FakePty {
  const data = new Set<(text: string) => void>();
  const exits = new Set<(exit: PtyExit) => void>();
  const typed: string[] = [];
  const sizes: PtySize[] = [];
  let kept = '';
  let isHeld = false;
  let end: PtyExit | null = null;

  const pour = (isForced: boolean) => {
    if (kept === '' || data.size === 0 || (isHeld && !isForced)) return;
    const text = kept;
    kept = '';
    for (const tell of [...data]) tell(text);
  };
  const exit: FakePty['exit'] = (code, signal) => {
    if (end !== null) return;
    pour(true);
    end = { exit_code: code, signal: signal ?? null };
    for (const tell of [...exits]) tell(end);
  };
  return {
    pid: 1,
    typed,
    sizes,
    exit,
    isHeld: () => isHeld,
    say(text) {
      kept += text;
      pour(false);
    },
    onData(tell) {
      data.add(tell);
      pour(end !== null);
      return () => data.delete(tell);
    },
    onExit(tell) {
      if (end !== null) tell(end);
      else exits.add(tell);
      return () => exits.delete(tell);
    },
    write: (text) => void typed.push(text),
    resize: (size) => void sizes.push(size),
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      pour(false);
    },
    kill: (signal) => exit(null, signal),
  };
}

export function createFakePtys(): Ptys & { readonly opened: readonly FakePty[] } {
  const opened: FakePty[] = [];
  return {
    opened,
    async open() {
      const pty = createFakePty();
      opened.push(pty);
      return ok(pty);
    },
  };
}
