import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTally } from '@domain/transcript/session-tally';
import { statsOf } from '@domain/transcript/tally-stats';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInlineScanner } from '../../adapters/transcripts/scan-run';
import { createSessionScanner } from '../../adapters/transcripts/scan-session';
import { createLyingReader } from '../../testing/lying-reader';
import { createTestHistory, type TestHistory } from '../../testing/test-history';

const ID = '11111111-1111-4111-8111-111111111111';
const LINES = 1500;
/** One line in so many is read by both. */
const CHECKED = 512;

let history: TestHistory;
let path: string;
beforeEach(() => {
  history = createTestHistory();
  const folder = join(history.folder, 'projects', '-project');
  mkdirSync(folder, { recursive: true });
  path = join(folder, `${ID}.jsonl`);
  // More than is read in one step.
  writeFileSync(path, Array.from({ length: LINES }, (_, n) => answer(n)).join(''));
});
afterEach(() => history.remove());

const answer = (n: number) =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: `u${n}`,
    timestamp: '2026-01-01T10:00:00.000Z',
    cwd: '/home/dev/project',
    sessionId: ID,
    requestId: `r${n}`,
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      usage: { input_tokens: 1, output_tokens: 10 },
      content: [{ type: 'text', text: `heronquill ${'x'.repeat(2000)}` }],
    },
  })}\n`;

it('a fast reader that lies is found out, and the rest of the file is the full reader’s', () => {
  const tally = createTally();
  const scanned = createSessionScanner(createLyingReader()).scanFile(path, 0, { tally });
  expect(scanned).toMatchObject({ checked: 1, disagreed: 1, isEnd: true });
  const misread = CHECKED - 1;
  expect(statsOf(tally).usage.tokens_out).toBe(misread * 90 + (LINES - misread) * 10);
});

it('its session is then the full reader’s from the first line on, and the log says so', async () => {
  const warn = vi.fn();
  const engine = await history.engineFor(
    join(history.folder, 'projects'),
    'catalog',
    () => createInlineScanner(undefined, createSessionScanner(createLyingReader())),
    { log: { debug() {}, info() {}, warn, error() {} } },
  );
  expect(await engine.backfill()).toMatchObject({ discovered: 1, ingested: 1, failed: 0 });
  expect(warn.mock.calls).toEqual([['the two readers disagreed', { session: ID, lines: 1 }]]);
  const said = async () => {
    const session = await engine.show(ID);
    const { totals } = await engine.results(
      { text: 'heronquill', filter: {}, order: 'newest', activeMs: new Map() },
      { limit: 10, offset: 0 },
    );
    return [session?.stats.assistant_messages, session?.stats.tokens_out, totals.hits];
  };
  expect(await said()).toEqual([LINES, LINES * 10, LINES]);
  // What is added later is not given back to the reader that lied.
  appendFileSync(path, answer(LINES));
  await engine.backfill();
  expect(await said()).toEqual([LINES + 1, (LINES + 1) * 10, LINES + 1]);
  expect(warn).toHaveBeenCalledTimes(1);
});
