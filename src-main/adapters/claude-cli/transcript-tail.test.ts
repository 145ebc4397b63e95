import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import { tempDir } from '../../testing/temp-dir';
import { createLineCutter } from './line-cutter';
import { createTranscriptTail } from './transcript-tail';

const line = (uuid: string) =>
  `${JSON.stringify({ type: 'user', uuid, timestamp: '2026-01-01T00:00:00.000Z', message: { content: `é ${uuid}` } })}\n`;

function tailing() {
  const file = join(tempDir('tail'), 't.jsonl');
  const timers = createManualTimers();
  const told: string[] = [];
  const tail = createTranscriptTail({
    timers,
    locate: async () => file,
    onMessages: (messages) => told.push(...messages.map(({ id }) => id)),
  });
  const saw = (ids: string[]) => vi.waitFor(() => expect(told).toEqual(ids), { timeout: 20_000 });
  const idle = () => vi.waitFor(() => expect(timers.waiting()).toBe(0), { timeout: 20_000 });
  const again = () => vi.waitFor(() => expect(timers.waiting()).toBe(1), { timeout: 20_000 });
  return { file, timers, tail, saw, idle, again };
}

describe('following a transcript', () => {
  it('T1 looks until the awaited line is there, then rests', async () => {
    const { file, timers, tail, saw, idle, again } = tailing();
    expect(timers.waiting()).toBe(0);
    tail.expect('b');
    timers.turn(150);
    await again();
    writeFileSync(file, line('a'));
    timers.turn(150);
    await saw(['a']);
    await again();
    appendFileSync(file, line('b'));
    timers.turn(150);
    await saw(['a', 'b']);
    await idle();
  });

  it('T2 the end takes everything, a line cut in the middle excepted', async () => {
    const { file, tail, saw, timers } = tailing();
    writeFileSync(file, `${line('a')}{"torn\n${line('b')}{"cut`);
    tail.expect('never');
    await tail.finish();
    await saw(['a', 'b']);
    expect(timers.waiting()).toBe(0);
  });
});

it('T6 a session that goes back beyond what is kept is told again as a whole, its lines are heard once', async () => {
  const file = join(tempDir('tail'), 't.jsonl');
  const linked = (uuid: string, parentUuid: string | null) =>
    line(uuid).replace('{', `{"parentUuid":${JSON.stringify(parentUuid)},`);
  const told = new Map<string, boolean>();
  const heard: string[] = [];
  let lines = 0;
  const tail = createTranscriptTail({
    timers: createManualTimers(),
    locate: async () => file,
    onMessages: (messages) => {
      for (const { id, is_pruned } of messages) told.set(id, is_pruned === true);
    },
    onLine: (text) => heard.push((JSON.parse(text) as { uuid: string }).uuid),
    onCounted: (tally) => {
      lines = tally.lines;
    },
  });
  const ids = Array.from({ length: 40 }, (_, at) => `m${at}`);
  writeFileSync(file, ids.map((id, at) => linked(id, ids[at - 1] ?? null)).join(''));
  await tail.look();
  appendFileSync(file, linked('back', 'm3'));
  await tail.look();
  const pruned = [...told].filter(([, isPruned]) => isPruned).map(([id]) => id);
  expect(pruned).toEqual(ids.slice(4));
  expect(heard).toEqual([...ids, 'back']);
  expect(lines).toBe(41);
  appendFileSync(file, linked('on', 'back'));
  await tail.finish();
  expect([told.get('on'), heard.length, lines]).toEqual([false, 42, 42]);
});

it('T5 left, it waits for what was told and is not written yet, and for nothing that will not come', async () => {
  const { file, timers, tail, saw, again } = tailing();
  tail.expect('a');
  tail.expect('clear');
  timers.turn(150);
  await again();
  const left = tail.leave('clear');
  await vi.waitFor(() => expect(timers.waiting()).toBe(2), { timeout: 20_000 });
  writeFileSync(file, line('a'));
  timers.turn(150);
  await left;
  await saw(['a']);
  expect(timers.waiting()).toBe(0);
});

describe('cutting lines', () => {
  it('cuts wherever the bytes are split, also inside a character', () => {
    const text = 'é\n\nzwei 日本\nlast';
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const cutter = createLineCutter(100);
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        lines.push(...cutter.push(bytes.subarray(at, at + size)));
      expect(lines).toEqual(['é', 'zwei 日本']);
    }
  });

  it('L10 a line past the limit costs only itself', () => {
    const cutter = createLineCutter(5);
    expect(cutter.push(Buffer.from('one\nfar too long'))).toEqual(['one']);
    expect(cutter.push(Buffer.from(' and longer\ntwo\n'))).toEqual(['two']);
  });
});
