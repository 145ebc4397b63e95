import { type ChildProcess, spawn } from 'node:child_process';
import type { Timers } from '../../ports/timers';

export type ProgramCall = {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
};

export type ProgramOutcome =
  | {
      readonly type: 'exited';
      /** Null: ended by a signal. */
      readonly code: number | null;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly type: 'timed-out'; readonly afterMs: number; readonly stderr: string }
  | { readonly type: 'too-much-output'; readonly maxBytes: number }
  | { readonly type: 'not-started'; readonly cause: string };

export type RunProgram = (call: ProgramCall) => Promise<ProgramOutcome>;

/** The export of a project with 50,000 beads is some 60 MB. */
const MAX_STDOUT_BYTES = 512 * 1024 * 1024;
const MAX_STDERR_BYTES = 256 * 1024;
const GRACE_MS = 2_000;

/*
 * running -> exited
 * running -> (time is up | too much output) -> asked to end -> killed -> ended
 * R1  The answer comes once, and after a timeout only when the process is gone (or nothing we do makes it go).
 * R2  Whatever the program started in its group ends with it.
 * R3  Memory is bounded by the limits above.
 */
export function createRunProgram(timers: Timers, maxStdoutBytes = MAX_STDOUT_BYTES): RunProgram {
  return (call) =>
    new Promise((resolve) => {
      let child: ChildProcess;
      try {
        child = spawn(call.path, call.args, {
          cwd: call.cwd,
          env: call.env,
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: process.platform !== 'win32',
          windowsHide: true,
        });
      } catch (error) {
        resolve({ type: 'not-started', cause: codeOf(error) });
        return;
      }
      const stdout = createBoundedText(maxStdoutBytes);
      const stderr = createBoundedText(MAX_STDERR_BYTES);
      const cancels: (() => void)[] = [];
      let early: ProgramOutcome | null = null;
      let isDone = false;

      const finish = (outcome: ProgramOutcome) => {
        if (isDone) return;
        isDone = true;
        for (const cancel of cancels) cancel();
        child.stdin?.destroy();
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(outcome);
      };
      const end = (outcome: ProgramOutcome) => {
        if (early !== null || isDone) return;
        early = outcome;
        endGroup(child, 'SIGTERM');
        cancels.push(
          timers.after(GRACE_MS, () => {
            endGroup(child, 'SIGKILL');
            cancels.push(timers.after(GRACE_MS, () => finish(outcome)));
          }),
        );
      };

      cancels.push(
        timers.after(call.timeoutMs, () =>
          end({ type: 'timed-out', afterMs: call.timeoutMs, stderr: stderr.text() }),
        ),
      );
      child.on('error', (error) => finish({ type: 'not-started', cause: codeOf(error) }));
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!stdout.add(chunk)) end({ type: 'too-much-output', maxBytes: maxStdoutBytes });
      });
      child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
      // Ended early, a grandchild may keep the pipes open: the process itself is what counts.
      child.on('exit', () => {
        if (early !== null) {
          endGroup(child, 'SIGKILL');
          finish(early);
        }
      });
      child.on('close', (code) =>
        finish(early ?? { type: 'exited', code, stdout: stdout.text(), stderr: stderr.text() }),
      );
      // A program that does not read its input closes the pipe; that is no failure of the call.
      child.stdin?.on('error', () => {});
      child.stdin?.end(call.stdin ?? '');
    });
}

/** The whole group, so that what the program started goes too. */
export function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Already gone.
  }
}

function createBoundedText(maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    /** False once there is more than may be kept; the rest is dropped. */
    add(chunk: Buffer): boolean {
      if (bytes >= maxBytes) return false;
      chunks.push(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
      return bytes <= maxBytes;
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
