import { HistorySession } from '@domain/history/record';
import type { DeviceId, ProjectId, SessionId } from '@domain/ids';
import { draftOf } from '@domain/session/create';
import { createSessionList, type SessionFilter } from '@domain/session/query';
import { Session } from '@domain/session/record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListElsewhere, listWithElsewhere, recordElsewhere } from './list-elsewhere';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` as SessionId;
const identity = { project_id: idOf(900) as string as ProjectId, device_id: idOf(901) as string as DeviceId };
const timeOf = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const past = (n: number, second: number): HistorySession =>
  HistorySession.parse({
    id: idOf(n),
    owner: 'external',
    cwd: '/home/dev/tide',
    project: '/home/dev/tide',
    branch: null,
    title: `past ${n}`,
    initial_prompt: 'Do it.',
    claude_version: null,
    models: ['claude-sonnet-5-5'],
    bead_id: null,
    agent: null,
    status: 'closed',
    outcome: null,
    tags: [],
    commits: 0,
    files: 0,
    started_at: timeOf(second),
    ended_at: timeOf(second + 5),
    updated_at: timeOf(second + 5),
    transcript_path: null,
    bytes: 10,
    capture: { state: 'parsed', parse_status: 'completed' },
    stats: { tokens_in: 3, tokens_out: 4 },
    claude_cost_micro_usd: null,
    keeping: { has_file: true, deletes_at: null, copy: null },
  });
const own = (n: number, second: number): Session =>
  draftOf({ ...identity, id: idOf(n), at: timeOf(second), cwd: '/home/dev/tide', title: `own ${n}` });

function world(ours: readonly Session[], theirs: readonly HistorySession[]) {
  const list = createSessionList(ours);
  const deps = (filter: SessionFilter): ListElsewhere => ({
    own: async (page) => list.page(filter, page),
    isKnown: (id) => ours.some((session) => session.id === id),
    recordOf: (found) => recordElsewhere(found, identity),
    elsewhere: async ({ until }, limit) =>
      theirs
        .filter(({ started_at }) => until === undefined || (started_at ?? '') <= until)
        .toSorted((a, b) => ((a.started_at ?? '') < (b.started_at ?? '') ? 1 : -1))
        .slice(0, limit),
  });
  return async (filter: SessionFilter, page: { limit?: number; offset?: number; cursor?: string }) => {
    const found = await listWithElsewhere(deps(filter), { folder: undefined, filter, page });
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };
}

describe('sessions of ours and of the terminal in one list', () => {
  it('pages by cursor hold everything once, newest first, whoever began it', async () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(seconds, seconds, fc.integer({ min: 1, max: 7 }), async (mine, others, limit) => {
        const ours = mine.map((second, n) => own(n, second));
        const theirs = others.map((second, n) => past(1000 + n, second));
        const ask = world(ours, theirs);
        const met: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await ask({}, { limit, ...(cursor === undefined ? {} : { cursor }) });
          met.push(...page.sessions.map(({ id }) => id));
          expect(page.has_more).toBe(page.next_cursor !== null);
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        const whole = await ask({}, { limit: 500 });
        expect(met).toEqual(whole.sessions.map(({ id }) => id));
        expect([...met].sort()).toEqual([...ours, ...theirs].map(({ id }) => id as string).sort());
        const skipped = await ask({}, { limit, offset: 3 });
        expect(skipped.sessions.map(({ id }) => id)).toEqual(met.slice(3, 3 + limit));
      }),
      { numRuns: 60 },
    );
  });

  it('one that we have a record of stands there once, as ours', async () => {
    const ask = world([own(1, 10)], [past(1, 10), past(2, 5)]);
    const { sessions } = await ask({}, {});
    expect(sessions.map(({ title }) => title)).toEqual(['own 1', 'past 2']);
  });

  it.each<SessionFilter>([{ owner: 'console' }, { trash: 'only' }, { rig: 'r' }, { text: 'past' }])(
    '%j asks for records of ours alone',
    async (filter) => {
      const { sessions } = await world([], [past(2, 5)])(filter, {});
      expect(sessions).toEqual([]);
    },
  );

  it('what the history knows is a record like any other', () => {
    const record = recordElsewhere(past(2, 5), identity);
    expect(Session.parse(record)).toEqual(record);
    expect(record).toMatchObject({ owner: 'external', total_tokens: 7, title: 'past 2', prompt: 'Do it.' });
  });
});
