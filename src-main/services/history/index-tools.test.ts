import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ToolReader } from '../../ports/transcripts';
import { historyParts } from '../../testing/history-parts';
import { createTestHistory, type TestHistory } from '../../testing/test-history';

const SESSIONS = 60;
const idOf = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;

let history: TestHistory;
const projects = () => join(history.folder, 'projects');
const path = (n: number) => join(projects(), '-home-dev-project', `${idOf(n)}.jsonl`);
beforeEach(() => {
  history = createTestHistory();
  mkdirSync(join(projects(), '-home-dev-project'), { recursive: true });
  for (let n = 0; n < SESSIONS; n += 1) writeFileSync(path(n), answered(n));
});
afterEach(() => history.remove());

/** A session in which a tool answers with a word. */
function answered(n: number): string {
  const common = { timestamp: '2026-01-01T10:00:00.000Z', cwd: '/home/dev/project', sessionId: idOf(n) };
  const call = { type: 'tool_use', id: `t${n}`, name: 'Grep', input: {} };
  const result = { type: 'tool_result', tool_use_id: `t${n}`, content: `velvetanchor ${n}` };
  const lines = [
    {
      ...common,
      type: 'assistant',
      uuid: `a${n}`,
      message: { id: `m${n}`, role: 'assistant', content: [call] },
    },
    { ...common, type: 'user', uuid: `u${n}`, message: { role: 'user', content: [result] } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** As a disk that fails now and then would have it. */
function failing(reader: ToolReader, codeFor: (path: string) => string | null): ToolReader {
  return {
    open(job) {
      const code = codeFor(job.path);
      if (code !== null) throw Object.assign(new Error(code), { code });
      return reader.open(job);
    },
  };
}

const rules = { mode: 'off', keepDays: null, indexTools: true } as const;

it('T3 what could not be read just now stays due and keeps nothing else from being indexed', async () => {
  let isFailing = true;
  const { tools } = historyParts(join(history.folder, 'catalog'), projects());
  const engine = await history.engineFor(projects(), 'catalog', undefined, {
    tools: failing(tools, (at) => (isFailing && at !== path(3) ? 'EMFILE' : null)),
  });
  const hits = async () => (await engine.search('velvetanchor', {}, 100)).length;
  await engine.backfill();
  await engine.obey(rules);
  expect(await engine.indexTools()).toBe(SESSIONS);
  expect(await hits()).toBe(1);
  isFailing = false;
  expect(await engine.indexTools()).toBe(SESSIONS - 1);
  expect(await hits()).toBe(SESSIONS);
  expect(await engine.indexTools()).toBe(0);
});

it('T3 what is gone for good counts as indexed', async () => {
  const engine = await history.engineFor(projects());
  await engine.backfill();
  for (let n = 1; n < SESSIONS; n += 1) rmSync(path(n));
  await engine.obey(rules);
  expect(await engine.indexTools()).toBe(SESSIONS);
  expect(await engine.indexTools()).toBe(0);
  expect(await engine.search('velvetanchor', {}, 100)).toHaveLength(1);
});
