import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import { gitFailure } from './git-failure';
import { gitEnv, HARMLESS, OFFLINE } from './harmless';

const PATIENCE_MS = 30_000;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_STDERR_BYTES = 64 * 1024;
const GRACE_MS = 2_000;

type Env = { readonly [name: string]: string | undefined };

export type GitCall = {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** `look` (when left out) is harmless and offline; `change` harmless; `theirs` is git as the person would run it. */
  readonly power?: 'look' | 'change' | 'theirs';
};

export type GitAnswer = {
  readonly code: number;
  readonly out: string;
  readonly said: string;
  /** There was more output than was kept. */
  readonly isCut: boolean;
};

export type RunGit = {
  /** Fails only when git did not run to its end; the exit code is the caller's to read. */
  try(call: GitCall): Promise<Result<GitAnswer, GitError>>;
  /** Any exit code but 0 is a failure, named. */
  ask(
    cwd: string,
    args: readonly string[],
    more?: Omit<GitCall, 'cwd' | 'args'>,
  ): Promise<Result<string, GitError>>;
};

export function createRunGit(env: Env): RunGit {
  const ours = gitEnv(env);
  const attempt = (call: GitCall): Promise<Result<GitAnswer, GitError>> =>
    new Promise((resolve) => {
      // Node would take it for the folder we run in ourselves.
      if (call.cwd === '') return resolve(err({ code: 'folder-missing', folder: '' }));
      const timeoutMs = call.timeoutMs ?? PATIENCE_MS;
      const maxBytes = call.maxBytes ?? MOST_BYTES;
      const power = call.power ?? 'look';
      const child = spawn('git', [...(power === 'theirs' ? [] : HARMLESS), ...call.args], {
        cwd: call.cwd,
        env: { ...ours, ...(power === 'look' ? OFFLINE : {}), ...call.env },
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
      });
      const out: Buffer[] = [];
      const said: Buffer[] = [];
      let bytes = 0;
      let saidBytes = 0;
      let isCut = false;
      let isLate = false;
      let hardly: NodeJS.Timeout | undefined;
      // Asked before killed: git removes its lock files and half-made worktrees when it is asked.
      const stop = () => {
        child.kill('SIGTERM');
        hardly ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      };
      const late = setTimeout(() => {
        isLate = true;
        stop();
      }, timeoutMs);
      const settle = (result: Result<GitAnswer, GitError>) => {
        clearTimeout(late);
        clearTimeout(hardly);
        resolve(result);
      };
      child.on('error', (error) => settle(err(notStarted(error, call.cwd))));
      child.stdout.on('data', (chunk: Buffer) => {
        if (isCut) return;
        const room = maxBytes - bytes;
        out.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) {
          isCut = true;
          stop();
        }
      });
      child.stderr.on('data', (chunk: Buffer) => {
        if (saidBytes < MOST_STDERR_BYTES) said.push(chunk.subarray(0, MOST_STDERR_BYTES - saidBytes));
        saidBytes += chunk.length;
      });
      child.on('close', (code) => {
        if (isLate) return settle(err({ code: 'timed-out', after_ms: timeoutMs }));
        settle(
          ok({
            code: isCut ? 0 : (code ?? 1),
            out: Buffer.concat(out).toString('utf8'),
            said: Buffer.concat(said).toString('utf8'),
            isCut,
          }),
        );
      });
      // Git may end without having read all of it.
      child.stdin.on('error', () => {});
      child.stdin.end(call.input ?? '');
    });

  return {
    try: attempt,
    async ask(cwd, args, more) {
      const answer = await attempt({ cwd, args, ...more });
      if (!answer.ok) return answer;
      if (answer.value.code !== 0) return err(gitFailure(answer.value, cwd));
      return ok(answer.value.out);
    },
  };
}

// A folder that is not there and a program that is not there are the same code to Node.
function notStarted(error: Error, cwd: string): GitError {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return { code: 'git-failed', said: code };
  return isFolder(cwd) ? { code: 'git-missing' } : { code: 'folder-missing', folder: cwd };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
