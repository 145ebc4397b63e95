import type { Asker } from '../cli/asker';

/**
 * The server lives as long as its agent, for days perhaps; the app may start or end meanwhile. So nothing is kept open: calls
 * that overlap share one line, and it is closed with the last of them. Two composed programs never stand side by side here.
 */
export type AgentLine = {
  /** Runs `work` with a line that is open as long as it takes. */
  use<T>(work: (ask: Asker['ask']) => Promise<T>): Promise<T>;
};

export function createAgentLine(openAsker: () => Asker): AgentLine {
  let asker: Asker | null = null;
  let users = 0;
  let closing: Promise<void> = Promise.resolve();

  const take = async (): Promise<Asker> => {
    users += 1;
    await closing;
    asker ??= openAsker();
    return asker;
  };
  const leave = async (): Promise<void> => {
    users -= 1;
    if (users > 0 || asker === null) return;
    const done = asker;
    asker = null;
    closing = done.close().catch(() => {});
    await closing;
  };

  return {
    async use(work) {
      const line = await take();
      try {
        return await work(line.ask);
      } finally {
        await leave();
      }
    },
  };
}
