import type { GeneratedSummary } from '@domain/history/generated-summary';
import { defaultPolicy } from '@domain/privacy/tiers';
import { err, ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import { createSummaryFiles } from '../../adapters/summaries/summary-files';
import type { SummaryWriter } from '../../ports/summaries';
import { tempDir } from '../../testing/temp-dir';
import { createSummaryDesk, type SummaryDeskDeps } from './write-summaries';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const spent = { model: 'small', tokens_in: 10, tokens_out: 5, cost_micro_usd: 300 };
const key = ['gh', 'p_'].join('') + 'a1B2'.repeat(9);

type Said = readonly (readonly [role: 'user' | 'assistant', text: string])[];

/** A desk over sessions that are nothing but their texts. */
function desk(sessions: Record<string, Said | null>, write: SummaryWriter['write']) {
  const kept = createSummaryFiles(tempDir());
  const moved: string[] = [];
  const noted: unknown[] = [];
  const told: string[] = [];
  const updated = new Map<string, string>();
  const engine = {
    show: async (of: string) =>
      of in sessions
        ? {
            id: of,
            cwd: '/p',
            models: ['x'],
            updated_at: updated.get(of) ?? '2026-01-01T00:00:00.000Z',
            stats: { total_messages: 1, tool_use_count: 0 },
          }
        : null,
    transcript: async ({
      id: of,
      from = 0,
      direction,
      limit,
    }: {
      id: string;
      from?: number;
      direction: string;
      limit: number;
    }) => {
      const said = sessions[of];
      if (said === null || said === undefined) return null;
      const all = said.map(([role, text], position) => ({
        id: `${position}`,
        role,
        position,
        timestamp: '2026-01-01T00:00:00.000Z',
        content: [{ type: 'text', text }],
        ...(role === 'assistant' ? { model: 'x' } : {}),
      }));
      const messages =
        direction === 'after' ? all.slice(from, from + limit) : all.slice(Math.max(0, from - limit), from);
      return { total: all.length, messages };
    },
    moveCapture: async (of: string) => {
      moved.push(of);
      return ok({ state: 'summarized' });
    },
  } as unknown as SummaryDeskDeps['engine'];
  const made = createSummaryDesk({
    engine,
    kept,
    policyOf: () => defaultPolicy,
    note: async (...facts) => void noted.push(facts),
    clock: { now: () => '2026-02-02T00:00:00.000Z' },
    log: silent,
    writer: {
      write(text, signal) {
        told.push(text);
        return write(text, signal);
      },
    },
  });
  return { ...made, kept, moved, noted, told, updated };
}

const writes =
  (text: string): SummaryWriter['write'] =>
  async () =>
    ok({ text, ...spent });
const talk: Said = [
  ['user', 'fix add()'],
  ['assistant', 'Done.'],
];

describe('summaries by Claude', () => {
  it('are kept with what they cost, noted in the record, and move the capture', async () => {
    const at = desk({ [id(1)]: talk }, writes(`Fixed add() with ${key}.`));
    const expected: GeneratedSummary = {
      ...spent,
      text: 'Fixed add() with [REDACTED].',
      made_at: '2026-02-02T00:00:00.000Z' as GeneratedSummary['made_at'],
      session_updated_at: '2026-01-01T00:00:00.000Z' as GeneratedSummary['made_at'],
    };
    expect(await at.request(id(1))).toEqual(ok(expected));
    expect(await at.kept.find(id(1))).toEqual(expected);
    expect(at.told[0]).toContain('[User]: fix add()\n[Assistant]: Done.');
    expect([at.moved, at.noted]).toEqual([[id(1)], [[id(1), expected.text, null]]]);
    await at.request(id(1));
    expect(await at.kept.costs()).toEqual({
      made: 2,
      failed: 0,
      tokens_in: 20,
      tokens_out: 10,
      cost_micro_usd: 600,
    });
    expect(at.noted[1]).toEqual([id(1), expected.text, expected.text]);
  });

  it('of a session in which nothing was said nobody is asked', async () => {
    const at = desk({ [id(1)]: [] }, writes('never'));
    expect(await at.request(id(1))).toMatchObject(
      ok({ text: 'Empty session.', cost_micro_usd: 0, model: null }),
    );
    expect([at.told, (await at.kept.costs()).made]).toEqual([[], 0]);
  });

  it('of a long session the beginning and the end are told', async () => {
    const said: Said = Array.from(
      { length: 900 },
      (_, n) => ['user', `prompt ${n} ${'x'.repeat(200)}`] as const,
    );
    const at = desk({ [id(1)]: said }, writes('Did it.'));
    await at.request(id(1));
    expect(at.told[0]?.length).toBeLessThanOrEqual(8_000);
    for (const word of ['prompt 0 ', 'prompt 899 ', 'the middle is left out'])
      expect(at.told[0]).toContain(word);
  });

  it('G2 a failure says why, is charged, and leaves what was there', async () => {
    let isBroken = false;
    const at = desk({ [id(1)]: talk }, async () =>
      isBroken ? err({ why: 'refused', detail: 'not logged in', spent }) : ok({ text: 'Fixed.', ...spent }),
    );
    await at.request(id(1));
    isBroken = true;
    expect(await at.request(id(1))).toEqual(
      err({ code: 'summary-failed', id: id(1), why: 'refused', detail: 'not logged in' }),
    );
    expect((await at.kept.find(id(1)))?.text).toBe('Fixed.');
    expect(await at.kept.costs()).toMatchObject({ made: 1, failed: 1, cost_micro_usd: 600 });
    expect(await at.request(id(2))).toEqual(err({ code: 'session-not-found', id: id(2) }));
    const gone = desk({ [id(3)]: null }, writes('x'));
    expect(await gone.request(id(3))).toEqual(err({ code: 'transcript-gone', id: id(3) }));
  });

  it.each([
    ['timed-out', 1],
    ['stopped', 1],
    ['refused', 1],
    ['no-answer', 1],
    ['claude-not-found', 0],
    ['claude-too-old', 0],
    ['claude-did-not-start', 0],
  ] as const)(
    'G2 %s without a word of what it cost is %d request without a known cost',
    async (why, failed) => {
      const at = desk({ [id(1)]: talk }, async () => err({ why, detail: '' }));
      await at.request(id(1));
      expect(await at.kept.costs()).toEqual({
        made: 0,
        failed,
        tokens_in: 0,
        tokens_out: 0,
        cost_micro_usd: 0,
      });
    },
  );

  it('G1 are written one after the other, those asked for by hand first, each once', async () => {
    const doors: (() => void)[] = [];
    const at = desk(
      Object.fromEntries([1, 2, 3].map((n) => [id(n), [['user', `session ${n}`]] as Said])),
      (text) => {
        const which = /session (\d)/.exec(text)?.[1];
        return new Promise((tell) => doors.push(() => tell(ok({ text: `Did ${which}.`, ...spent }))));
      },
    );
    const order: string[] = [];
    at.offer(id(1));
    at.offer(id(2));
    at.offer(id(2));
    const asked = [at.request(id(3)), at.request(id(3))];
    for (let n = 0; n < 3; n += 1) {
      await expect.poll(() => doors.length).toBe(n + 1);
      order.push(/session (\d)/.exec(at.told[n] ?? '')?.[1] ?? '');
      doors[n]?.();
    }
    await Promise.all(asked);
    await at.settled();
    expect([...order, doors.length]).toEqual(['3', '1', '2', 3]);
  });

  it('G3 by itself: not twice for the same state, three tries, and one failure sends the others home', async () => {
    let isBroken = true;
    const at = desk({ [id(1)]: talk, [id(2)]: talk }, async () =>
      isBroken ? err({ why: 'timed-out', detail: '' }) : ok({ text: 'Fixed.', ...spent }),
    );
    for (let n = 0; n < 5; n += 1) {
      at.offer(id(1));
      at.offer(id(2));
      await at.settled();
    }
    // The first fails three times while the second is sent home; from then on it is the second's turn.
    expect(at.told).toHaveLength(5);
    isBroken = false;
    const fresh = desk({ [id(1)]: talk }, writes('Fixed.'));
    for (let n = 0; n < 2; n += 1) {
      fresh.offer(id(1));
      await fresh.settled();
    }
    expect(fresh.told).toHaveLength(1);
    fresh.updated.set(id(1), '2026-03-03T00:00:00.000Z');
    fresh.offer(id(1));
    await fresh.settled();
    expect(fresh.told).toHaveLength(2);
  });

  it('what waits when the program ends is told so', async () => {
    const at = desk(
      { [id(1)]: talk, [id(2)]: talk },
      (_, signal) =>
        new Promise((tell) =>
          signal.addEventListener('abort', () => tell(err({ why: 'stopped', detail: '' }))),
        ),
    );
    const asked = [at.request(id(1)), at.request(id(2))];
    await expect.poll(() => at.told.length).toBe(1);
    await at.close();
    for (const each of asked) expect(await each).toMatchObject({ ok: false, error: { why: 'stopped' } });
    expect(await at.request(id(1))).toMatchObject({ error: { why: 'stopped' } });
  });
});
