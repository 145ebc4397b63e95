import { describe, expect, it, vi } from 'vitest';
import type { Pty, PtyExit, PtyRequest, Ptys } from '../ports/pty';

export type PtysUnderTest = {
  readonly ptys: Ptys;
  /** A program that does what `tell` says. */
  readonly request: PtyRequest;
  tell(pty: Pty, order: PtyOrder): void;
};

export type PtyOrder =
  | { readonly type: 'say'; readonly text: string; readonly times?: number }
  | { readonly type: 'exit'; readonly code: number; readonly last?: string; readonly times?: number };

export const patience = { timeout: 30_000, interval: 10 };

/** Everything one terminal said, in order: its text, then its end. */
export function listenTo(pty: Pty) {
  let text = '';
  const exits: PtyExit[] = [];
  let textAtExit = '';
  pty.onData((more) => {
    text += more;
  });
  pty.onExit((exit) => {
    exits.push(exit);
    textAtExit = text;
  });
  return {
    text: () => text,
    textAtExit: () => textAtExit,
    exits,
    said: (part: string) => vi.waitFor(() => expect(text).toContain(part), patience),
    ended: () => vi.waitFor(() => expect(exits).toHaveLength(1), patience),
  };
}

/** Every way to open a terminal, scripted or real, keeps T1 to T4 of `ports/pty.ts`. */
export function describePtys(name: string, subject: () => PtysUnderTest): void {
  const opened = async () => {
    const { ptys, request, tell } = subject();
    const pty = await ptys.open(request);
    if (!pty.ok) throw new Error(pty.error.message);
    return { pty: pty.value, tell: (order: PtyOrder) => tell(pty.value, order) };
  };

  describe(name, () => {
    it('T1 T2 tells all that was written, then the end, once, also to who comes later', async () => {
      const { pty, tell } = await opened();
      const heard = listenTo(pty);
      tell({ type: 'say', text: 'grüß' });
      await heard.said('grüß');
      tell({ type: 'exit', code: 3, last: 'ä'.repeat(500), times: 1000 });
      await heard.ended();
      expect(heard.textAtExit()).toBe(`grüß${'ä'.repeat(500_000)}`);
      const late: PtyExit[] = [];
      pty.onExit((exit) => late.push(exit));
      expect(late).toEqual([{ exit_code: 3, signal: null }]);
      expect(heard.exits).toEqual(late);
      expect(heard.text()).toBe(heard.textAtExit());
    });

    it('T3 keeps what came before the first listener', async () => {
      const { pty, tell } = await opened();
      const end = new Promise((resolve) => pty.onExit(resolve));
      tell({ type: 'exit', code: 0, last: 'early' });
      await end;
      expect(listenTo(pty).text()).toBe('early');
    });

    it('T4 nothing is dropped while it is held, and the end is told even then', async () => {
      const { pty, tell } = await opened();
      const heard = listenTo(pty);
      pty.hold();
      tell({ type: 'say', text: 'x'.repeat(1000), times: 3000 });
      pty.release();
      await vi.waitFor(() => expect(heard.text()).toHaveLength(3_000_000), patience);
      pty.hold();
      tell({ type: 'exit', code: 0, last: 'the last word' });
      await heard.ended();
      expect(heard.textAtExit().endsWith('xthe last word')).toBe(true);
    });

    it.each(['SIGTERM', 'SIGKILL'] as const)('T2 %s ends it and is its signal', async (signal) => {
      const { pty } = await opened();
      const heard = listenTo(pty);
      pty.kill(signal);
      await heard.ended();
      expect(heard.exits).toEqual([{ exit_code: null, signal }]);
    });
  });
}
