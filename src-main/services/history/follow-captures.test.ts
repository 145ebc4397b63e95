import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Session, SessionStats } from '@domain/session/record';
import type { Capture } from '@domain/session/values';
import { expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import { followCaptures } from './follow-captures';

const DAY_MS = 24 * 60 * 60_000;

async function bench() {
  const desk = await sessionBench();
  const seen = new Map<string, Capture>();
  const counted = new Map<string, SessionStats>();
  const recounted: string[] = [];
  const own = (): Session[] =>
    desk
      .stores()
      .all()
      .flatMap((store) => [...store.all().values()]);
  const follow = (read = own()) =>
    followCaptures({
      pages: async function* () {
        yield read;
      },
      captures: async () => seen,
      stats: async () => counted,
      move: desk.service().moveCapture,
      recount: (id, stats) => {
        recounted.push(id);
        return desk.service().countStats(id, stats);
      },
      nowMs: desk.clock.nowMs,
    });
  const capture = (id: string) => own().find((session) => session.id === id)?.capture;
  const stats = (id: string) => own().find((session) => session.id === id)?.stats;
  return { ...desk, seen, counted, recounted, own, follow, capture, stats };
}

it('a record says what the pipeline saw, each step a fact, also after a restart', async () => {
  const { service, project, seen, follow, capture, restart, stores } = await bench();
  const { id } = value(await service().create({ folder: project }));
  expect(await follow()).toBe(0);
  seen.set(id, { state: 'parsed', parse_status: 'completed' });
  expect(await follow()).toBe(1);
  expect(capture(id)).toMatchObject({ state: 'parsed', parse_status: 'completed' });
  expect(await follow()).toBe(0);
  const journal = readFileSync(join(project, '.beads', 'sessions', 'events.jsonl'), 'utf8');
  expect(journal.match(/"type":"capture-moved"/g)).toHaveLength(4);
  seen.set(id, { state: 'capturing', parse_status: 'pending' });
  expect(await follow()).toBe(1);
  await restart('kill');
  await stores().forFolder(project);
  expect(capture(id)).toEqual({ state: 'capturing', parse_status: 'pending' });
});

it('whoever was faster is not undone', async () => {
  const { service, project, seen, follow, capture, own } = await bench();
  const { id } = value(await service().create({ folder: project }));
  const before = own();
  value(await service().moveCapture(id, [{ type: 'see-lines' }]));
  seen.set(id, { state: 'failed', parse_status: 'failed', parse_error: 'x' });
  expect(await follow(before)).toBe(0);
  expect(capture(id)).toMatchObject({ state: 'capturing' });
});

it('one that is over and has no transcript after a day fails; a draft has not begun', async () => {
  const { service, project, clock, follow, capture } = await bench();
  const [over, draft] = [
    value(await service().create({ folder: project })),
    value(await service().create({ folder: project })),
  ];
  value(await service().close(over.id, 'abandoned'));
  expect(await follow()).toBe(0);
  clock.turn(DAY_MS + 1);
  expect(await follow()).toBe(1);
  expect(capture(over.id)).toMatchObject({ state: 'failed', parse_error: 'no line in a day' });
  expect(capture(draft.id)).toMatchObject({ state: 'detected' });
});

it('what a terminal wrote on is counted in our record, each time more of it was read', async () => {
  const { service, project, seen, counted, recounted, follow, stats } = await bench();
  const { id } = value(
    await service().noteExternal({
      id: '0b9f7a52-0000-4000-8000-0000000000f1' as Session['id'],
      cwd: project,
      title: null,
      prompt: 'go',
      branch: null,
      model: null,
      began_at: '2026-01-01T00:00:00.000Z',
      ended_at: '2026-01-01T01:00:00.000Z',
      stats: SessionStats.parse({}),
      active_ms: 1,
    }),
  );
  const draft = value(await service().create({ folder: project }));
  for (const [tokens_in, capture] of [
    [10, { state: 'parsed', parse_status: 'completed' }],
    [20, { state: 'capturing', parse_status: 'pending' }],
  ] as const) {
    for (const each of [id, draft.id]) {
      seen.set(each, capture);
      counted.set(each, SessionStats.parse({ tokens_in }));
    }
    await follow();
    expect(stats(id)).toMatchObject({ tokens_in });
  }
  await follow();
  // While somebody writes, a record does not follow every line.
  counted.set(id, SessionStats.parse({ tokens_in: 21 }));
  await follow();
  expect(recounted).toEqual([id, id]);
});

const parsed: Capture = { state: 'parsed', parse_status: 'completed' };
const statsOf = (total_messages: number, cost_micro_usd: number) =>
  SessionStats.parse({
    total_messages,
    tokens_in: 10 * total_messages,
    cost_micro_usd,
    cost_source: 'prices',
  });

it('what was written on while the program was closed, prices and credit that moved: all of them reach the record', async () => {
  const { service, project, seen, counted, recounted, follow, stats, restart, stores } = await bench();
  const { id } = value(await service().create({ folder: project }));
  value(await service().start({ id }));
  value(await service().pause(id));
  seen.set(id, parsed);
  counted.set(id, statsOf(4, 400));
  await follow();
  expect(stats(id)).toMatchObject(statsOf(4, 400));
  for (const news of [statsOf(6, 600), statsOf(6, 900), { ...statsOf(6, 300), inherited_tokens: 40 }]) {
    counted.set(id, news);
    await follow();
    expect(stats(id)).toMatchObject(news);
  }
  await follow();
  expect(recounted).toHaveLength(4);
  // One that ran here and of which less was read so far: what it counted itself is newer.
  counted.set(id, statsOf(5, 500));
  await follow();
  expect(stats(id)).toMatchObject({ total_messages: 6 });
  await restart('kill');
  await stores().forFolder(project);
  expect(stats(id)).toMatchObject({ total_messages: 6, inherited_tokens: 40 });
});

it('nobody counts over what a process of ours counts', async () => {
  const { service, project, seen, counted, follow, stats } = await bench();
  const { id } = value(await service().create({ folder: project }));
  value(await service().start({ id }));
  seen.set(id, parsed);
  counted.set(id, statsOf(4, 400));
  await follow();
  expect(stats(id)?.total_messages ?? 0).toBe(0);
});
