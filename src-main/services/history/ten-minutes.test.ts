import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClaudeProjects } from '../../adapters/transcripts/claude-projects';
import { createManualTimers } from '../../testing/manual-timers';
import { createTestHistory, type TestHistory } from '../../testing/test-history';

const ID = '11111111-1111-4111-8111-111111111111';
const MINUTE = 60_000;
const patience = { timeout: 25_000, interval: 20 };

let history: TestHistory;
beforeEach(() => {
  history = createTestHistory();
});
afterEach(() => history.remove());

const line = (uuid: string) =>
  `${JSON.stringify({
    type: 'user',
    uuid,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/home/dev/project',
    sessionId: ID,
    message: { role: 'user', content: `heronquill ${uuid}` },
  })}\n`;

it('what no watcher told of is found every ten minutes, and by a watcher that is new', async () => {
  const projects = join(history.folder, 'projects');
  const path = join(projects, '-project', `${ID}.jsonl`);
  mkdirSync(join(projects, '-project'), { recursive: true });
  writeFileSync(path, line('a'));
  const timers = createManualTimers();
  // Nobody tells of anything: every event is lost.
  const watched: string[] = [];
  const folder = {
    ...createClaudeProjects(projects),
    watch: () => {
      watched.push('begun');
      return () => void watched.push('ended');
    },
  };
  const soon = {
    after: (ms: number, run: () => void) => {
      if (ms > 0) return timers.after(ms, run);
      setImmediate(run);
      return () => {};
    },
  };
  const engine = await history.engineFor(projects, 'catalog', undefined, { folder, timers: soon });
  const hits = async () => (await engine.search('heronquill', {}, 100)).length;
  await engine.keepUp();
  await vi.waitFor(async () => expect(await hits()).toBe(1), patience);

  for (const [uuid, count] of [
    ['b', 2],
    ['c', 3],
  ] as const) {
    appendFileSync(path, line(uuid));
    timers.turn(10 * MINUTE - 1);
    await engine.preview();
    expect(await hits()).toBe(count - 1);
    timers.turn(1);
    await vi.waitFor(async () => expect(await hits()).toBe(count), patience);
  }
  expect(watched).toEqual(['begun', 'ended', 'begun', 'ended', 'begun']);
  await engine.rest();
  expect(watched.at(-1)).toBe('ended');
  appendFileSync(path, line('d'));
  timers.turn(60 * MINUTE);
  await engine.preview();
  expect(await hits()).toBe(3);
});
