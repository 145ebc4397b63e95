import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestStatus } from '@domain/history/record';
import { ok } from '@domain/result';
import { type Session, SessionStats } from '@domain/session/record';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionBench } from '../testing/session-bench';
import { value } from '../testing/session-facts';
import { createTestHistory, everythingOf, type TestHistory } from '../testing/test-history';
import { type Corpus, makeCorpus } from '../testing/transcript-corpus';
import { moveOwnCaptures } from './own-sessions';

let history: TestHistory;
let corpus: Corpus;
beforeEach(() => {
  history = createTestHistory();
  corpus = makeCorpus({ sessions: 12, messages: 8, seed: 78 });
});
afterEach(async () => {
  await history.remove();
  corpus.remove();
});

it('the sums of a record are those of the history: after a start, with other prices, and when credit moves', async () => {
  const desk = await sessionBench();
  const heard: IngestStatus['state'][] = [];
  const open = () =>
    history.engineFor(join(corpus.claudeFolder, 'projects'), 'catalog', undefined, {
      onStatus: ({ state }) => heard.push(state),
    });
  let engine = await open();
  await engine.backfill();
  const all = await everythingOf(engine);
  // One that shares messages with another: what it inherits is its own once the other is gone.
  const heir = all.find(({ stats }) => stats.inherited_tokens > 0);
  const id = (heir?.id ?? '') as Session['id'];
  value(
    await desk.service().noteExternal({
      id,
      cwd: desk.project,
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
  const follow = () => moveOwnCaptures(async () => ok(desk.service()), engine, desk.clock.nowMs);
  const facts = async () =>
    value(await desk.service().messages.events(id)).filter(({ type }) => type === 'stats-counted').length;
  const expectLevel = async () => {
    await follow();
    const counted = (await engine.show(id))?.stats;
    expect(desk.service().book.find(id)?.session.stats).toEqual(counted);
    return counted;
  };
  const first = await expectLevel();
  const counts = await facts();
  await expectLevel();
  expect(await facts()).toBe(counts);

  await history.closeAll();
  const message = {
    id: 'msg_more',
    model: heir?.models[0] ?? '',
    content: [{ type: 'text', text: 'more' }],
    usage: { input_tokens: 100, output_tokens: 1000 },
  };
  const more = { type: 'assistant', uuid: 'more', sessionId: id, requestId: 'req_more', message };
  const timestamp = '2027-01-02T03:04:05.000Z';
  appendFileSync(heir?.transcript_path ?? '', `\n${JSON.stringify({ ...more, timestamp })}\n`);
  engine = await open();
  await engine.backfill();
  const second = await expectLevel();
  expect(second?.tokens_out).toBe((first?.tokens_out ?? 0) + 1000);

  heard.length = 0;
  await engine.charge([
    { model: message.model, input: 0, output: 77, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0 },
  ]);
  expect(heard.at(-1)).toBe('idle');
  const third = await expectLevel();
  expect(third?.cost_micro_usd).not.toBe(second?.cost_micro_usd);

  heard.length = 0;
  await engine.forget(all.map((session) => session.id).filter((other) => other !== id));
  expect(heard.at(-1)).toBe('idle');
  const last = await expectLevel();
  expect(last?.inherited_tokens).toBe(0);
  expect(last?.tokens_in).toBeGreaterThan(third?.tokens_in ?? Infinity);
});
