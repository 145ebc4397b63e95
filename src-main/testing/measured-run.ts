import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltCli } from './built-cli';

/** A home with Claude's folder in it, and the built command line run there; the most memory it had comes with its answer. */
export type MeasuredHome = {
  readonly base: string;
  /** A project of Claude's, empty at first. */
  readonly transcripts: string;
  run(...args: string[]): Promise<MeasuredRun>;
  remove(): void;
};
export type MeasuredRun = {
  readonly code: number | null;
  readonly answer: Record<string, unknown>;
  readonly peakMb: number;
};

export function createMeasuredHome(cli: BuiltCli): MeasuredHome {
  const base = mkdtempSync(join(tmpdir(), 'history-torture-'));
  const transcripts = join(base, 'claude', 'projects', '-home-dev-project');
  mkdirSync(transcripts, { recursive: true });
  return {
    base,
    transcripts,
    remove: () => rmSync(base, { recursive: true, force: true }),
    async run(...args) {
      const child = spawn(process.execPath, [cli.file, ...args, '--json'], {
        cwd: base,
        env: {
          PATH: process.env['PATH'],
          HOME: base,
          BEADS_CONSOLE_HOME: join(base, 'data'),
          CLAUDE_CONFIG_DIR: join(base, 'claude'),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let out = '';
      let peakMb = 0;
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      const look = setInterval(() => {
        peakMb = Math.max(peakMb, peakOf(child.pid ?? 0));
      }, 5);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      clearInterval(look);
      return { code, peakMb: Math.round(peakMb), answer: answerIn(out) };
    },
  };
}

/** The kernel's own high-water mark. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // Ended between two looks.
    return 0;
  }
}

function answerIn(out: string): Record<string, unknown> {
  try {
    return JSON.parse(out) as Record<string, unknown>;
  } catch {
    return { said: out };
  }
}
