import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { err, ok, type Result } from '@domain/result';
import type { DriverError } from '@domain/session/errors';
import type { Timers } from '../../ports/timers';
import { createLineCutter } from './line-cutter';

export type ChildEnd = { readonly code: number | null; readonly signal: string | null };

/** One process in a group of its own, spoken to in lines. */
export type Child = {
  readonly pid: number;
  /** Resolves when the process is gone, what it could not clear away is gone, and everything it said was heard. */
  readonly gone: Promise<ChildEnd>;
  write(value: unknown): void;
  closeInput(): void;
  signal(name: 'SIGTERM' | 'SIGKILL'): void;
  lastLines(): readonly string[];
};

export type SpawnChild = {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timers: Timers;
  readonly onLine: (line: string) => void;
  /** Ends what the process left behind; until then its pipes may be held open. */
  readonly endLeftovers: () => Promise<void>;
};

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const KEPT_LINES = 20;
const KEPT_LINE_LENGTH = 1000;
/** Something that carries no mark of ours holds the pipe: what it says is not Claude's. */
const PIPE_GRACE_MS = 5000;

/**
 * Claude ends its own tools when it leaves in good order; what still runs then was meant to (a server that a tool started
 * for everybody). After a signal it had no time for that.
 */
export function wasCutOff(code: number | null, signal: string | null): boolean {
  return signal !== null || code === null || code >= 128;
}

export function spawnChild(options: SpawnChild): Promise<Result<Child, DriverError>> {
  const { path, args, cwd, env, timers, onLine, endLeftovers } = options;
  return new Promise((resolve) => {
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(path, args, {
        cwd,
        env,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
    } catch (error) {
      resolve(err({ code: 'claude-did-not-start', detail: String(error) }));
      return;
    }
    const said = createLineCutter(MAX_LINE_BYTES);
    const complained = createLineCutter(KEPT_LINE_LENGTH * 10);
    const last: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk).forEach(onLine));
    child.stderr.on('data', (chunk: Buffer) => {
      last.push(...complained.push(chunk).map((line) => line.slice(0, KEPT_LINE_LENGTH)));
      last.splice(0, last.length - KEPT_LINES);
    });
    // A process that is ending closes its input; its end is told by itself.
    child.stdin.on('error', () => {});

    const gone = new Promise<ChildEnd>((tell) => {
      child.once('exit', (code, signal) => {
        if (wasCutOff(code, signal)) void endLeftovers();
        const cancel = timers.after(PIPE_GRACE_MS, () => {
          child.stdout.destroy();
          child.stderr.destroy();
        });
        child.once('close', cancel);
      });
      child.once('close', (code, signal) => {
        const cleared = wasCutOff(code, signal) ? endLeftovers() : Promise.resolve();
        void cleared.then(() => tell({ code, signal }));
      });
    });
    child.once('error', (error) => resolve(err({ code: 'claude-did-not-start', detail: error.message })));
    child.once('spawn', () => {
      const pid = child.pid ?? -1;
      resolve(
        ok({
          pid,
          gone,
          write: (value) => void child.stdin.write(`${JSON.stringify(value)}\n`),
          closeInput: () => void child.stdin.end(),
          lastLines: () => last,
          signal(name) {
            try {
              if (process.platform === 'win32') child.kill(name);
              else process.kill(-pid, name);
            } catch {
              // Already gone.
            }
          },
        }),
      );
    });
  });
}
