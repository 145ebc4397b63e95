import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withOwnPrices } from '@domain/cost/price-table';
import { describeSession } from '@domain/history/describe-session';
import { createPriceFinder } from '@domain/history/report';
import { unpackTally } from '@domain/transcript/tally-bytes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScanSlice } from '../../ports/transcripts';
import { createTestHistory, type TestHistory, type WrapScanner } from '../../testing/test-history';

const ID = '11111111-1111-4111-8111-111111111111';

let history: TestHistory;
let projects: string;
beforeEach(() => {
  history = createTestHistory();
  projects = join(history.folder, 'projects');
  mkdirSync(join(projects, '-project'), { recursive: true });
  writeFileSync(
    join(projects, '-project', `${ID}.jsonl`),
    `${JSON.stringify({
      type: 'assistant',
      uuid: 'u1',
      timestamp: '2026-01-01T10:00:00.000Z',
      cwd: '/home/dev/project',
      sessionId: ID,
      requestId: 'r1',
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        usage: { input_tokens: 1000, output_tokens: 10 },
        content: [{ type: 'text', text: 'heronquill' }],
      },
    })}\n`,
  );
});
afterEach(() => history.remove());

/** As a thread that reads: it says what a session is, and puts its own title to it. */
const describing: WrapScanner = (scanner) => ({
  ...scanner,
  open(job) {
    const run = scanner.open(job);
    const next = async (): Promise<ScanSlice> => {
      const slice = await run.next();
      if (slice.type !== 'done') return slice;
      const { tally, notes, marks } = slice;
      const told = describeSession(unpackTally(tally), notes, marks, createPriceFinder());
      return { ...slice, described: { ...told, title: 'of the scanner' } };
    };
    return { ...run, next };
  },
});
const atListPrices = { priceMark: JSON.stringify(withOwnPrices([])) };

it('what the scanner says of a session is taken over while prices are those of the list', async () => {
  const engine = await history.engineFor(projects, 'catalog', describing, atListPrices);
  await engine.backfill();
  expect((await engine.show(ID))?.title).toBe('of the scanner');
});

it('whoever has prices of their own, or writes on a session, is not told what the scanner says', async () => {
  const engine = await history.engineFor(projects, 'catalog', describing, atListPrices);
  const dear = {
    model: 'claude-sonnet-4-5',
    input: 1,
    output: 0,
    cache_read: 0,
    cache_write_5m: 0,
    cache_write_1h: 0,
  };
  await engine.charge([dear]);
  await engine.backfill();
  const session = await engine.show(ID);
  expect(session?.title).toBeNull();
  expect(session?.stats.cost_micro_usd).toBe(1000);

  const claude = {
    timeOf: () => null,
    keepsDays: () => 30,
    openSessions: () => new Set([ID]),
  };
  const open = await history.engineFor(projects, 'open', describing, { ...atListPrices, claude });
  await open.backfill();
  expect(await open.show(ID)).toMatchObject({ title: null, capture: { state: 'capturing' } });
});
