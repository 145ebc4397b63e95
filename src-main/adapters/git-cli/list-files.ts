import { spawn } from 'node:child_process';
import type { FileList } from '../../ports/prompt-help';

const MOST_PATHS = 50_000;
const MOST_BYTES = 8 * 1024 * 1024;
const PATIENCE_MS = 10_000;
const NONE: FileList = { paths: [], isComplete: false };

// A project's configuration may name programs for git to run; whoever only looks at its files has not trusted it.
const HARMLESS = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=', '-c', 'core.quotePath=false'];

type Env = { readonly [name: string]: string | undefined };

/** The files of the folder that git knows, and the new ones it does not ignore; bounded in number, bytes and time. */
export function listFiles(cwd: string, env: Env): Promise<FileList> {
  return new Promise((resolve) => {
    const args = [...HARMLESS, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const child = spawn('git', args, {
      cwd,
      env: { PATH: env['PATH'], HOME: env['HOME'], GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE_MS,
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isCut = false;
    child.on('error', () => resolve(NONE));
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) {
        isCut = true;
        child.kill('SIGKILL');
      } else chunks.push(chunk);
    });
    child.on('close', (code) => {
      if (code !== 0 && !isCut) return resolve(NONE);
      const named = Buffer.concat(chunks).toString('utf8').split('\0');
      // The last piece is empty, or the half of a name when the reading was cut off. A conflict lists a file thrice.
      const paths = [...new Set(named.slice(0, -1))];
      resolve({ paths: paths.slice(0, MOST_PATHS), isComplete: !isCut && paths.length <= MOST_PATHS });
    });
  });
}
