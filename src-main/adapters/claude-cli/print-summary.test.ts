import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import type { Claude, FindClaude } from './find-claude';
import { createPrintSummary } from './print-summary';

const LIMIT_MS = 30_000;

/** A program of ours in Claude's place, which writes down how it was started. */
function standIn(body: string) {
  const folder = tempDir();
  const path = join(folder, 'claude');
  const seen = join(folder, 'seen.json');
  writeFileSync(
    path,
    `#!${process.execPath}
const { writeFileSync, readFileSync, readdirSync } = require('node:fs');
const input = readFileSync(0, 'utf8');
writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), input, env: process.env, cwd: process.cwd(), files: readdirSync('.'), pid: process.pid }));
${body}
`,
    { mode: 0o755 },
  );
  const find: FindClaude = async () => ok({ path, version: '2.1.197', can: {} } as Claude);
  return {
    find,
    folder,
    seen: () => JSON.parse(readFileSync(seen, 'utf8')),
    isStarted: () => existsSync(seen),
  };
}
const says = (answer: object) => `process.stdout.write(${JSON.stringify(JSON.stringify(answer))});`;
const env = { PATH: process.env['PATH'], CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'x', HOME: '/nowhere' };

describe('claude -p for a summary', () => {
  it.skipIf(process.platform === 'win32')(
    'is told by its input, in an empty folder, in nobody’s name',
    async () => {
      const { find, seen } = standIn(
        says({
          is_error: false,
          result: 'Did it.',
          total_cost_usd: 0.0012345,
          usage: {
            input_tokens: 1,
            output_tokens: 2,
            cache_read_input_tokens: 3,
            cache_creation_input_tokens: 4,
          },
          modelUsage: { 'claude-haiku-4-5': {} },
        }),
      );
      const writer = createPrintSummary({ env, find, timers: createManualTimers(), model: () => 'haiku' });
      expect(await writer.write('what was said', new AbortController().signal)).toEqual(
        ok({ text: 'Did it.', model: 'claude-haiku-4-5', tokens_in: 8, tokens_out: 2, cost_micro_usd: 1235 }),
      );
      const { args, input, env: got, cwd, files } = seen();
      expect(input).toBe('what was said');
      expect(args.join(' ')).not.toContain('what was said');
      expect(args).toEqual(
        expect.arrayContaining([
          '-p',
          '--no-session-persistence',
          '--tools=',
          '--model=haiku',
          '--strict-mcp-config',
        ]),
      );
      expect([files, existsSync(cwd)]).toEqual([[], false]);
      // Its mark: killed with us or not, it is known as ours.
      expect(got.BEADS_CONSOLE_PROCESS).toMatch(new RegExp(`^${process.pid}:\\d*:.+`));
      expect([got.CLAUDECODE, got.CLAUDE_CODE_SESSION_ID, got.CLAUDE_SESSION_ID]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it.skipIf(process.platform === 'win32').each([
    ['refused', says({ is_error: true, result: 'Not logged in', total_cost_usd: 0.001 }), 'Not logged in'],
    ['no-answer', 'process.stdout.write("hello")', 'hello'],
    [
      'refused',
      'process.stderr.write("password=hunter2 is wrong"); process.exit(1)',
      'password=[REDACTED] is wrong',
    ],
  ])('%s: %s', async (why, body, detail) => {
    const { find } = standIn(body);
    const writer = createPrintSummary({ env, find, timers: createManualTimers(), model: () => 'haiku' });
    expect(await writer.write('x', new AbortController().signal)).toMatchObject({ error: { why, detail } });
  });

  it.skipIf(process.platform === 'win32').each(['timed-out', 'stopped'] as const)(
    '%s: the program and what it started are gone',
    async (why) => {
      const child = "const { spawn } = require('node:child_process');";
      const { find, folder, seen, isStarted } = standIn(
        `${child} const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }); writeFileSync(process.argv[1] + '.pid', String(other.pid)); setInterval(() => {}, 1000);`,
      );
      const timers = createManualTimers();
      const stop = new AbortController();
      const path = join(folder, 'claude.pid');
      const writing = createPrintSummary({ env, find, timers, model: () => 'haiku' }).write('x', stop.signal);
      await expect.poll(() => isStarted() && existsSync(path)).toBe(true);
      const pids = [seen().pid as number, Number(readFileSync(path, 'utf8'))];
      if (why === 'timed-out') timers.turn(LIMIT_MS);
      else stop.abort();
      expect(await writing).toEqual(err({ why, detail: '' }));
      for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
      expect(existsSync(seen().cwd)).toBe(false);
    },
  );

  it('without a program there is nothing to start', async () => {
    const find: FindClaude = async () => err({ code: 'claude-not-found', looked_in: [] });
    const writer = createPrintSummary({ env, find, timers: createManualTimers(), model: () => 'haiku' });
    expect(await writer.write('x', new AbortController().signal)).toEqual(
      err({ why: 'claude-not-found', detail: 'claude-not-found' }),
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
