import { appendFileSync, closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltCli, buildCli } from '../testing/built-cli';
import { createMeasuredHome, type MeasuredHome } from '../testing/measured-run';

/** The whole size is 1024: `BEADS_CONSOLE_TORTURE_MB=1024 npm run deep -- history-torture`. */
const MB = Number(process.env['BEADS_CONSOLE_TORTURE_MB'] ?? 48);
/** 10,240 then. */
const FILES = MB * 10;
const MOST_MB = 350;
const MINUTES = 60_000;
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let cli: BuiltCli;
let home: MeasuredHome;
beforeAll(async () => {
  cli = await buildCli();
});
beforeEach(() => {
  home = createMeasuredHome(cli);
});
afterEach(() => home.remove());
afterAll(() => cli?.remove());

const path = (n = 1) => join(home.transcripts, `${id(n)}.jsonl`);
const AT = '2026-01-01T10:00:00.000Z';
const toLine = (fields: object) =>
  `${JSON.stringify({ timestamp: AT, cwd: '/home/dev/project', ...fields })}\n`;
const said = (uuid: string, content: unknown) =>
  toLine({ type: 'user', uuid, message: { role: 'user', content } });

async function run(...args: string[]) {
  const done = await home.run(...args);
  expect(done).toMatchObject({ code: 0 });
  if (process.env['BEADS_CONSOLE_TORTURE_MB']) console.info(`${args.join(' ')}: ${done.peakMb} MB`);
  expect(done.peakMb).toBeGreaterThan(20);
  expect(done.peakMb).toBeLessThan(MOST_MB);
  return done.answer;
}
const hits = async (word: string) => ((await run('sessions', 'search', word))['hits'] as unknown[]).length;

/** A line whose text is as long as that, written piece by piece. */
function writeLongLine(fd: number, uuid: string, megabytes: number, piece = 'x'): void {
  writeSync(fd, `{"type":"user","uuid":"${uuid}","timestamp":"${AT}","message":{"role":"user","content":"`);
  const megabyte = piece.repeat(Math.floor((1024 * 1024) / Buffer.byteLength(piece)));
  for (let count = 0; count < megabytes; count += 1) writeSync(fd, megabyte);
  writeSync(fd, '"}}\n');
}

/** Turns until the file is as large as that, with everything between them that may break a line; what is to be counted. */
function writeLargeFile(megabytes: number): { turns: number; broken: number; tokens: number } {
  const fd = openSync(path(), 'w');
  const output = 'the quick brown fox jumps over the lazy dog\n'.repeat(800);
  const usage = {
    input_tokens: 3,
    output_tokens: 5,
    cache_read_input_tokens: 7,
    cache_creation_input_tokens: 11,
  };
  let turns = 0;
  let broken = 0;
  let size = 0;
  let lines = '';
  const flush = () => {
    size += writeSync(fd, lines);
    lines = '';
  };
  while (size < megabytes * 1024 * 1024) {
    turns += 1;
    const call = { type: 'tool_use', id: `toolu_${turns}`, name: 'Read', input: { file_path: '/a' } };
    const message = { id: `msg_${turns}`, role: 'assistant', model: 'claude-sonnet-5', usage };
    lines += said(`p${turns}`, `prompt${turns} of a session that never ends`);
    lines += toLine({
      type: 'assistant',
      uuid: `a${turns}`,
      requestId: `r${turns}`,
      message: { ...message, content: [call] },
    });
    lines += said(`t${turns}`, [{ type: 'tool_result', tool_use_id: call.id, content: output }]);
    if (turns % 500 === 0) {
      lines += '{"type":"user","uuid":"torn","mess\n';
      flush();
      writeSync(fd, '\0'.repeat(4096));
      writeSync(fd, '\n');
      writeSync(fd, Buffer.concat([Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('\n')]));
      writeSync(fd, '\r\n\n');
      broken += 3;
    }
    if (turns === 600) {
      flush();
      writeLongLine(fd, 'too-long', 120);
      broken += 1;
    }
    if (lines.length > 1_000_000) flush();
  }
  lines += '{"type":"user","uuid":"cut","message":{"conte';
  flush();
  closeSync(fd);
  return { turns, broken: broken + 1, tokens: turns * (3 + 5 + 7 + 11) };
}

describe('transcripts that are too much', () => {
  it(
    `a file of ${MB} MB is counted to the token in bounded memory, and only its broken lines are lost`,
    async () => {
      const { turns, broken, tokens } = writeLargeFile(MB);
      expect(turns).toBeGreaterThan(600);
      const size = statSync(path()).size;
      expect(await run('backfill')).toMatchObject({ ingested: 1, failed: 0, lines_not_understood: broken });
      expect((await run('report', '--by', 'model'))['total']).toMatchObject({ total_tokens: tokens });
      for (const turn of [1, turns >> 1, turns]) expect(await hits(`prompt${turn}`)).toBe(1);
      // Nothing of it is read a second time, and of what is added only that.
      expect(await run('backfill')).toMatchObject({ ingested: 0, bytes: 0 });
      appendFileSync(path(), `\n${said('new', 'something velvetanchor')}`);
      const added = await run('backfill');
      expect(added).toMatchObject({ ingested: 1, failed: 0 });
      expect(added['bytes']).toBeLessThan(1000);
      expect(await hits('velvetanchor')).toBe(1);
      expect(await run('sessions', 'reparse', id(1))).toMatchObject({
        bytes: statSync(path()).size,
        stats: { user_messages: turns + 1, tool_use_count: turns, lines_not_understood: broken },
      });
      expect(size).toBeGreaterThan(MB * 1024 * 1024);
      expect((await run('sessions', 'show', id(1)))['in_short']).toMatchObject({
        asked: expect.stringContaining('prompt1 '),
      });
    },
    30 * MINUTES,
  );

  it(
    'a line of 120 MB loses only itself, one of 30 MB in another script nothing',
    async () => {
      const fd = openSync(path(), 'w');
      writeSync(fd, said('a', 'before'));
      writeLongLine(fd, 'big', 120);
      writeLongLine(fd, 'large', 30, 'ж слово ');
      writeSync(fd, said('b', 'behind'));
      // It may be written on, so nobody can say yet that it is lost.
      writeSync(fd, '{"type":"user","uuid":"open","message":{"content":"');
      for (let count = 0; count < 40; count += 1) writeSync(fd, 'x'.repeat(1024 * 1024));
      closeSync(fd);
      expect(await run('backfill')).toMatchObject({ ingested: 1, failed: 0, lines_not_understood: 2 });
      for (const word of ['before', 'behind', 'слово']) expect(await hits(word)).toBe(1);
      await run('sessions', 'show', id(1));
      await run('sessions', 'reparse', id(1));
      appendFileSync(path(), `"}}\n${said('c', 'lasttidings')}`);
      expect(await run('backfill')).toMatchObject({ ingested: 1, failed: 0, lines_not_understood: 2 });
      expect(await hits('lasttidings')).toBe(1);
    },
    5 * MINUTES,
  );

  it(
    `a session of 100,000 lines and ${FILES} that appear at once are all read`,
    async () => {
      const fd = openSync(path(1), 'w');
      for (let at = 0; at < 100_000; at += 1000) {
        const lines = Array.from({ length: 1000 }, (_, n) =>
          said(`l${at + n}`, `line number ${at + n} of many`),
        );
        writeSync(fd, lines.join(''));
      }
      closeSync(fd);
      for (let n = 2; n <= FILES; n += 1) writeFileSync(path(n), n % 100 === 0 ? '' : said(`s${n}`, 'small'));
      expect(await run('backfill')).toMatchObject({
        discovered: FILES,
        ingested: FILES,
        failed: 0,
        lines_not_understood: 0,
      });
      expect(await hits('99999')).toBe(1);
      expect(await run('backfill')).toMatchObject({ discovered: FILES, ingested: 0, bytes: 0 });
    },
    30 * MINUTES,
  );
});
