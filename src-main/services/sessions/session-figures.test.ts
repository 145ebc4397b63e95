import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SessionId } from '@domain/ids';
import { readLineFacts } from '@domain/transcript/line-facts';
import { addLine, createTally, type SessionTally } from '@domain/transcript/session-tally';
import { describe, expect, it, vi } from 'vitest';
import { readTokensPlainly } from '../../testing/plain-transcript-reader';
import { type SessionBench, sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import { SETTLE_MS } from './session-figures';

const folder = fileURLToPath(
  new URL('../../../src-shared/domain/transcript/testdata/claude/', import.meta.url),
);
const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n');
const add = (tally: SessionTally, lines: readonly string[]) => {
  for (const line of lines) addLine(tally, readLineFacts(line));
  return tally;
};
const subagents = `${folder}subagents/11111111-1111-4111-8111-111111111106`;
const whole = [
  `${subagents}.jsonl`,
  `${subagents}/subagents/agent-a144f86250227edfa.jsonl`,
  `${subagents}/subagents/agent-a65b1d1303000cca6.jsonl`,
].flatMap(linesOf);

async function running() {
  const bench = await sessionBench();
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  value(await service.start({ id }));
  return { bench, service, id };
}
const figuresOf = ({ service }: { service: SessionBench['service'] }, id: SessionId) =>
  service().book.find(id)?.session;
const countsIn = async (bench: SessionBench, id: SessionId) =>
  value(await bench.service().messages.events(id)).filter(({ type }) => type === 'stats-counted').length;

describe('the figures of a session', () => {
  it('G2 are saved once a turn has ended and its lines are there, not message by message', async () => {
    const { bench, service, id } = await running();
    const tally = createTally();
    for (const line of whole) {
      add(tally, [line]);
      bench.driver.last().emit({ type: 'counted', tally });
    }
    expect(figuresOf(bench, id)?.stats).toBeUndefined();
    bench.driver.last().emit({ type: 'turn-ended', interrupted: false });
    bench.timers.turn(SETTLE_MS);
    await vi.waitFor(() => expect(figuresOf(bench, id)?.stats).toBeDefined(), { timeout: 20_000 });
    const plain = readTokensPlainly(`${subagents}.jsonl`);
    const session = figuresOf(bench, id);
    expect(session).toMatchObject({
      model: 'claude-opus-5-5',
      total_tokens: plain.in + plain.out + plain.read + plain.written,
      stats: {
        user_messages: 2,
        assistant_messages: 5,
        tool_use_count: 3,
        thinking_blocks: 1,
        subagent_count: 2,
        tokens_in: plain.in,
        tokens_out: plain.out,
        cache_read_tokens: plain.read,
        cache_write_tokens: plain.written,
        // What Claude itself reckoned for the same session.
        cost_micro_usd: 176_252,
        cost_source: 'prices',
      },
    });
    expect(await countsIn(bench, id)).toBe(1);
    bench.driver.last().emit({ type: 'turn-ended', interrupted: false });
    bench.timers.turn(SETTLE_MS);
    value(await service.pause(id));
    expect(await countsIn(bench, id)).toBe(1);
  });

  it('G1 G2 come with the end of the process, and a resume that reads everything again adds nothing', async () => {
    const { bench, service, id } = await running();
    bench.driver.last().emit({ type: 'counted', tally: add(createTally(), whole) });
    const paused = value(await service.pause(id));
    expect(paused.stats?.cost_micro_usd).toBe(176_252);
    value(await service.resume({ id }));
    bench.driver.last().emit({ type: 'counted', tally: add(createTally(), [...whole, ...whole]) });
    value(await service.pause(id));
    expect(figuresOf(bench, id)?.stats).toEqual(paused.stats);
    expect(await countsIn(bench, id)).toBe(1);
    await bench.restart('quit');
    expect(figuresOf(bench, id)).toMatchObject({ stats: paused.stats, total_tokens: paused.total_tokens });
  });

  it('G2 go with the old session when Claude goes on as another, which counts its own', async () => {
    const { bench, service, id } = await running();
    const claude = bench.driver.last();
    claude.emit({ type: 'counted', tally: add(createTally(), whole) });
    const next = randomUUID() as SessionId;
    const run = { result: null, error: null, tool_calls: [] };
    const closed = service.live.ended(id);
    claude.emit({ type: 'session-replaced', session_id: next, run });
    expect(value(await closed)).toMatchObject({ status: 'closed', stats: { cost_micro_usd: 176_252 } });
    value(await service.live.started(next));
    claude.emit({ type: 'counted', tally: add(createTally(), linesOf(`${folder}simple-text.jsonl`)) });
    const { stats } = value(await service.pause(next));
    expect(stats?.assistant_messages).toBe(1);
  });

  it('G3 what a fork copied counts as messages and not as tokens', async () => {
    const { bench, service, id } = await running();
    value(await service.close(id, 'done'));
    const { child } = value(await service.handOff({ id, seed: 'go on' }));
    value(await service.start({ id: child.id }));
    const own = JSON.stringify({
      type: 'assistant',
      uuid: 'own',
      timestamp: new Date(Date.parse(child.created_at) + 1000).toISOString(),
      requestId: 'r',
      message: {
        id: 'own',
        model: 'claude-opus-5-5',
        content: [],
        usage: { input_tokens: 3, output_tokens: 4 },
      },
    });
    const copied = linesOf(`${folder}forked-from-resumed.jsonl`).map((line) =>
      line.replaceAll('"timestamp":"2026-', '"timestamp":"2020-'),
    );
    bench.driver.last().emit({ type: 'counted', tally: add(createTally(), [...copied, own]) });
    const { stats } = value(await service.pause(child.id));
    expect(stats).toMatchObject({ tokens_in: 3, tokens_out: 4 });
    expect(stats?.inherited_tokens).toBeGreaterThan(0);
    expect(stats?.assistant_messages).toBeGreaterThan(1);
  });

  it('the model is the one Claude names in full, and goes along with a resume', async () => {
    const { bench, service, id } = await running();
    const claude = bench.driver.last();
    claude.emit({ type: 'model', model: 'claude-opus-5-5[1m]' });
    claude.emit({ type: 'counted', tally: add(createTally(), whole) });
    expect(value(await service.pause(id)).model).toBe('claude-opus-5-5[1m]');
    value(await service.resume({ id }));
    expect(bench.driver.last().request.model).toBe('claude-opus-5-5[1m]');
  });
});

describe('a usage limit', () => {
  it('pauses the session, keeps when it ends, and sends nothing that waits', async () => {
    const { bench, service, id } = await running();
    const claude = bench.driver.last();
    value(await service.talk.prompt(id, 'one'));
    value(await service.talk.prompt(id, 'two'));
    const ended = service.live.ended(id);
    const resets_at = '2026-11-16T12:00:00.000Z';
    claude.emit({ type: 'turn-ended', interrupted: false, error: '429', limit: { resets_at } });
    expect(value(await ended)).toMatchObject({
      status: 'paused',
      pause_reason: 'usage_limit',
      metadata: { limit_resets_at: resets_at },
    });
    expect(claude.sent).toEqual(['one']);
  });
});
