import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';

const MOST_MB = 350;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let cli: BuiltCli;
let base: string;
let folder: string;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(() => cli?.remove());

const line = (uuid: string, content: string) =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/home/dev/project',
    message: { role: 'user', content },
  })}\n`;

/** Runs a command on the folder; the most memory it had comes with its answer. */
async function run(...args: string[]): Promise<{ answer: Record<string, unknown>; peakMb: number }> {
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
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // Ended between two looks.
    }
  }, 5);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(look);
  expect(code).toBe(0);
  return { answer: JSON.parse(out) as Record<string, unknown>, peakMb };
}

function inFolder(work: () => Promise<void>) {
  return async () => {
    base = mkdtempSync(join(tmpdir(), 'history-torture-'));
    folder = join(base, 'claude', 'projects', '-home-dev-project');
    mkdirSync(folder, { recursive: true });
    try {
      await work();
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  };
}

describe('transcripts that are too much', () => {
  it(
    'a line of 120 MB loses only itself, in bounded memory',
    inFolder(async () => {
      const fd = openSync(join(folder, `${id(1)}.jsonl`), 'w');
      writeSync(fd, line('a', 'before'));
      writeSync(fd, '{"type":"user","uuid":"big","message":{"content":"');
      const megabyte = 'x'.repeat(1024 * 1024);
      for (let count = 0; count < 120; count += 1) writeSync(fd, megabyte);
      writeSync(fd, '"}}\n');
      writeSync(fd, line('b', 'behind'));
      closeSync(fd);
      const { answer, peakMb } = await run('backfill');
      expect(answer).toMatchObject({ ingested: 1, failed: 0, lines_not_understood: 1 });
      expect(peakMb).toBeLessThan(MOST_MB);
      for (const word of ['before', 'behind'])
        expect((await run('sessions', 'search', word)).answer['hits']).toHaveLength(1);
    }),
  );

  it(
    'a session of 100,000 lines and 3,000 that appear at once are all read',
    inFolder(async () => {
      const fd = openSync(join(folder, `${id(1)}.jsonl`), 'w');
      for (let at = 0; at < 100_000; at += 1000) {
        const lines = Array.from({ length: 1000 }, (_, n) =>
          line(`l${at + n}`, `line number ${at + n} of many`),
        );
        writeSync(fd, lines.join(''));
      }
      closeSync(fd);
      for (let n = 2; n <= 3001; n += 1)
        writeFileSync(join(folder, `${id(n)}.jsonl`), line(`s${n}`, 'small'));
      const { answer, peakMb } = await run('backfill');
      expect(answer).toMatchObject({ discovered: 3001, ingested: 3001, failed: 0, lines_not_understood: 0 });
      expect(peakMb).toBeLessThan(MOST_MB);
      const { hits } = (await run('sessions', 'search', '99999')).answer as { hits: unknown[] };
      expect(hits).toHaveLength(1);
    }),
  );
});
