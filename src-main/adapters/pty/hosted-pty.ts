import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import type { Pty, PtyExit } from '../../ports/pty';
import type { HostReport } from './host-channel';

export type HostedPty = {
  begin(pid: number): Pty;
  hear(report: Extract<HostReport, { type: 'draining' | 'exited' }>): void;
};

/** More than this is not kept for a listener that never came: the program waits for it. */
const KEPT_CHARACTERS = 1024 * 1024;

/*
 * Our end of a host.
 *   reading <-> held (asked for, or too much is kept for the first listener) -> draining (the program has ended) -> over
 * What an ended program left is bounded and is told even while held: otherwise its end could not be told (T1).
 */
export function createHostedPty(host: ChildProcessWithoutNullStreams): HostedPty {
  const decoder = new StringDecoder('utf8');
  const dataListeners = new Set<(text: string) => void>();
  const exitListeners = new Set<(exit: PtyExit) => void>();
  let kept: string[] = [];
  let keptCharacters = 0;
  let isHeld = false;
  let isDraining = false;
  let heard: PtyExit | null = null;
  let exit: PtyExit | null = null;
  let pid = 0;

  const flow = () => {
    const isFull = dataListeners.size === 0 && keptCharacters > KEPT_CHARACTERS;
    if ((isHeld || isFull) && !isDraining) host.stdout.pause();
    else host.stdout.resume();
  };
  const tell = (text: string) => {
    if (text === '') return;
    if (dataListeners.size > 0) {
      for (const listener of [...dataListeners]) listener(text);
      return;
    }
    kept.push(text);
    keptCharacters += text.length;
    flow();
  };
  const drain = () => {
    isDraining = true;
    flow();
  };
  const end = () => {
    if (exit !== null) return;
    tell(decoder.end());
    if (heard === null && pid !== 0) endGroup(pid);
    exit = heard ?? { exit_code: null, signal: host.signalCode ?? 'SIGHUP' };
    for (const listener of [...exitListeners]) listener(exit);
    exitListeners.clear();
  };
  const ask = (request: object) => {
    if (host.stdin.writable) host.stdin.write(`${JSON.stringify(request)}\n`);
  };

  host.stdout.on('data', (chunk: Buffer) => tell(decoder.write(chunk)));
  // A host that is ending closes its input; its end is told by itself.
  for (const stream of [host.stdin, host.stdout, host.stderr]) stream.on('error', () => {});
  host.once('exit', drain);
  host.once('close', end);

  return {
    hear(report) {
      drain();
      if (report.type === 'exited') heard = { exit_code: report.exit_code, signal: report.signal };
    },
    begin(of) {
      pid = of;
      return {
        pid,
        onData(listener) {
          dataListeners.add(listener);
          const missed = kept.join('');
          kept = [];
          keptCharacters = 0;
          if (missed !== '') listener(missed);
          flow();
          return () => dataListeners.delete(listener);
        },
        onExit(listener) {
          if (exit !== null) {
            listener(exit);
            return () => {};
          }
          exitListeners.add(listener);
          return () => exitListeners.delete(listener);
        },
        write: (text) => ask({ type: 'write', text }),
        resize: ({ cols, rows }) => ask({ type: 'resize', cols, rows }),
        hold() {
          isHeld = true;
          flow();
        },
        release() {
          isHeld = false;
          flow();
        },
        kill: (signal) => ask({ type: 'kill', signal }),
      };
    },
  };
}

/** The host crashed: its program lost its terminal, and what did not leave for that has nobody to end it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
