import type { BeadId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { compareKeys, createSessionList, type SessionFilter, sortKey } from './query';
import type { Session } from './record';
import { fc, test } from './testdata/property';
import { at, draft, projectId, sessionId } from './testdata/session-builder';

function many(count: number, change: (n: number) => Partial<Session> = () => ({})): Session[] {
  return Array.from({ length: count }, (_, n) => ({
    ...draft({ id: sessionId(n), at: at(n * 1000) }),
    ...change(n),
  }));
}
const numbers = (sessions: readonly Session[]) =>
  sessions.map((session) => Number.parseInt(session.id.slice(-12), 16));
const found = (sessions: Session[], filter: SessionFilter) => {
  const page = createSessionList(sessions).page(filter, { limit: 500 });
  return page.ok ? numbers(page.value.sessions) : page.error;
};

describe('queries', () => {
  it('are newest first by started_at, else created_at', () => {
    const late = many(4, (n) => (n === 0 ? { started_at: at(9_000_000) } : {}));
    expect(found(late, {})).toEqual([0, 3, 2, 1]);
  });

  it('give 20 by default and say that there is more', () => {
    const page = createSessionList(many(25)).page({}, {});
    expect(page).toMatchObject({ ok: true, value: { has_more: true } });
    expect(page.ok && page.value.sessions).toHaveLength(20);
    expect(createSessionList(many(20)).page({}, {})).toMatchObject({
      value: { has_more: false, next_cursor: null },
    });
    expect(createSessionList([]).page({}, {})).toEqual({
      ok: true,
      value: { sessions: [], next_cursor: null, has_more: false },
    });
  });

  it.each<[string, SessionFilter, number[]]>([
    ['bead', { bead_id: 'bc-1' as BeadId }, [4, 0]],
    ['agent address', { agent: 'rig/a' }, [4, 0]],
    ['agent id', { agent: 'executor' }, [3]],
    ['rig', { rig: 'r1' }, [2]],
    ['chain', { chain_id: sessionId(0) }, [1, 0]],
    ['status', { status: ['active', 'paused'] }, [2, 1]],
    ['outcome', { outcome: ['crash'] }, [3]],
    ['every tag', { tags: ['x', 'y'] }, [1]],
    ['project', { project_id: projectId(2) }, [4]],
    ['since', { since: at(3000) }, [4, 3]],
    ['until', { until: at(1000) }, [1, 0]],
    ['both ends', { since: at(1000), until: at(2000) }, [2, 1]],
    [
      'an offset means the same moment',
      { since: at(3000).replace('10:00:03.000Z', '04:00:03-06:00') },
      [4, 3],
    ],
    ['title in any case', { text: 'LOGIN' }, [2, 0]],
    ['owner', { owner: 'external' }, [3]],
    ['trash only', { trash: 'only' }, [5]],
    ['trash too', { trash: 'with' }, [5, 4, 3, 2, 1, 0]],
    ['nothing', {}, [4, 3, 2, 1, 0]],
    ['together', { status: ['draft'], text: 'login', bead_id: 'bc-1' as BeadId }, [0]],
  ])('filter by %s', (_name, filter, expected) => {
    const facts: Partial<Session>[] = [
      { bead_id: 'bc-1' as BeadId, agent: 'rig/a', title: 'Login page' },
      { status: 'active', chain_id: sessionId(0), tags: ['x', 'y'] },
      { status: 'paused', rig: 'r1', title: 'fix the login', tags: ['x'] },
      { status: 'closed', outcome: 'crash', agent_id: 'executor', owner: 'external' },
      { bead_id: 'bc-1' as BeadId, agent: 'rig/a', project_id: projectId(2) },
      { trashed_at: at(1) },
    ];
    expect(
      found(
        many(6, (n) => facts[n] ?? {}),
        filter,
      ),
    ).toEqual(expected);
  });

  it.each([
    '',
    'x',
    'zz.not-an-id',
    `!!.${sessionId(1)}`,
    `${'z'.repeat(12)}.${sessionId(1)}`,
    '../../etc/passwd',
  ])('a malformed cursor is a typed error: %j', (cursor) => {
    expect(createSessionList(many(3)).page({}, { cursor })).toEqual({
      ok: false,
      error: { code: 'cursor-malformed', cursor },
    });
  });

  it('counts what passes', () => {
    const list = createSessionList(many(5, (n) => ({ status: n < 2 ? 'draft' : 'closed' })));
    expect(list.count({})).toEqual({ total: 5, draft: 2, active: 0, paused: 0, closed: 3 });
    expect(list.count({ since: at(4000) })).toMatchObject({ total: 1, closed: 1 });
  });

  it('finds by the first characters of an id', () => {
    expect(createSessionList(many(20)).startingWith(sessionId(3), 5)).toEqual([sessionId(3)]);
    expect(createSessionList(many(20)).startingWith('0000', 2)).toHaveLength(2);
  });

  const session = fc.record({ n: fc.nat(40), ms: fc.nat(8), gone: fc.boolean() });
  test(
    'paging by cursor gives every session once, while others come and go',
    [fc.array(session, { maxLength: 60 }), fc.integer({ min: 1, max: 7 })],
    (steps, limit) => {
      const list = createSessionList();
      const model = new Map<string, Session>();
      for (const { n, ms, gone } of steps) {
        const item = draft({ id: sessionId(n), at: at(ms) });
        if (gone) list.remove(item.id);
        else list.put(item);
        if (gone) model.delete(item.id);
        else model.set(item.id, item);
      }
      const expected = [...model.values()].sort((a, b) => compareKeys(sortKey(a), sortKey(b)));
      const seen: Session[] = [];
      let cursor: string | undefined;
      do {
        const page = list.page({}, { limit, cursor });
        if (!page.ok) throw new Error(page.error.code);
        seen.push(...page.value.sessions);
        cursor = page.value.next_cursor ?? undefined;
        expect(page.value.has_more).toBe(cursor !== undefined);
      } while (cursor !== undefined);
      expect(numbers(seen)).toEqual(numbers(expected));
      expect(list.page({}, { limit, offset: 3 })).toMatchObject({
        value: { sessions: expected.slice(3, 3 + limit) },
      });
    },
  );

  it('goes on after a cursor whose session is gone', () => {
    const list = createSessionList(many(6));
    const page = list.page({}, { limit: 2 });
    list.remove(sessionId(4));
    const next = list.page({}, { limit: 2, cursor: (page.ok && page.value.next_cursor) || '' });
    expect(next.ok && numbers(next.value.sessions)).toEqual([3, 2]);
  });
});
