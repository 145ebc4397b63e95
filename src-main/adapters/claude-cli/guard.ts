import { type ChildProcess, spawn } from 'node:child_process';
import { MARKER } from './claude-env';

/*
 * A small process of its own that outlives us by a moment: when we are killed, nobody else would end what we started.
 * G1  It waits on a pipe that only we hold; the end of the pipe is our end, however it came.
 * G2  It ends what carries a mark that begins with ours, and nothing else: first as Ctrl-C would, which keeps the partial
 *     answer, then for good. Then it ends itself. By the clock: rounds that are counted get longer on a busy machine.
 * G3  Where the system shows no environments (anything but Linux) there is none; the next start cleans up what it can.
 */
export type Guard = { ensure(): void };

/** Runs by itself, without any file of ours: it must not matter where or how the program was packed. */
const SOURCE = `
const { readdirSync, readFileSync } = require('node:fs');
const prefix = process.argv[1];
const marked = () => readdirSync('/proc').filter((name) => {
  if (!/^[0-9]+$/.test(name) || Number(name) === process.pid) return false;
  try { return readFileSync('/proc/' + name + '/environ', 'utf8').split('\\0').some((one) => one.startsWith(prefix)); }
  catch { return false; }
});
const end = (signal) => {
  for (const name of marked()) try { process.kill(Number(name), signal); } catch {}
};
const watch = (killAt, giveUpAt) => {
  if (marked().length === 0) process.exit(0);
  const now = performance.now();
  if (now >= killAt) end('SIGKILL');
  if (now >= giveUpAt) process.exit(1);
  setTimeout(watch, 50, killAt, giveUpAt);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('error', () => {});
process.stdin.once('close', () => {
  end('SIGINT');
  const now = performance.now();
  watch(now + 3000, now + 4800);
});
process.stdin.resume();
`;

export function createGuard(markerPrefix: string): Guard {
  let child: ChildProcess | null = null;
  return {
    ensure() {
      if (
        process.platform !== 'linux' ||
        (child !== null && child.exitCode === null && child.signalCode === null)
      )
        return;
      child = spawn(process.execPath, ['-e', SOURCE, `${MARKER}=${markerPrefix}`], {
        // An electron program runs as plain Node with this; others do not know it.
        env: { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1' },
        cwd: '/',
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      });
      child.on('error', () => {});
      child.stdin?.on('error', () => {});
      // Ours to hold, not to wait for: the pipe closes with us.
      child.unref();
      (child.stdin as { unref?: () => void } | null)?.unref?.();
    },
  };
}
