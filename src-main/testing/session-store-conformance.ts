import { describe, expect, it, vi } from 'vitest';
import type { MessagePage, SessionStore, StoreChange } from '../ports/session-store';
import {
  changed,
  commitOf,
  createdCommit,
  createdIn,
  messageOf,
  newSessionId,
  runFacts,
  value,
} from './session-facts';

export type StorePlace = {
  /** Opening twice is what two processes do; opening after `close` is a restart. */
  open(): Promise<SessionStore>;
  /** A store of another project, for adoption. */
  openOther(): Promise<SessionStore>;
};

/** Every store, in memory or on disk, keeps P1 to P5 of `ports/session-store.ts`. */
export function describeSessionStore(name: string, place: () => Promise<StorePlace>): void {
  const patience = { timeout: 20_000 };
  const bench = async () => {
    const at = await place();
    return { at, store: await at.open() };
  };

  describe(name, () => {
    it('P1 P2 a committed session is there, and is there after a restart', async () => {
      const { at, store } = await bench();
      const session = await createdIn(store, { title: 'first' });
      const full = await changed(store, session, [...runFacts(session), { type: 'tags-set', tags: ['a'] }]);
      expect(store.read(session.id)).toEqual(full);
      await store.close();
      const again = await at.open();
      expect(again.read(session.id)).toEqual(full);
      expect([...again.all().values()]).toEqual([full]);
      await again.close();
    });

    it('P2 rewritten text is gone from record, messages, runs and events; everything else stays', async () => {
      const { at, store } = await bench();
      const other = await createdIn(store, { title: 'hush too' });
      const drafted = await createdIn(store, { title: 'hush', prompt: 'hush' });
      const session = await changed(store, drafted, runFacts(drafted, 'hush'));
      value(await store.appendMessages(session.id, [messageOf(1, 'hush'), messageOf(2, 'fine')]));
      value(await store.writeContext(session.id, { a: 'hush' }));
      value(await store.writeSummary(session.id, 'hush'));
      const soften = <T>(value_: T): T => JSON.parse(JSON.stringify(value_).replaceAll('hush', '*')) as T;
      const of = () => ({ message: soften, run: soften, event: soften, text: soften, value: soften });
      value(await store.rewrite({ ids: new Set([session.id]), reason: 'test', redactions: [], of }));
      const told = async (from: SessionStore) =>
        JSON.stringify([
          from.read(session.id),
          value(await from.readRuns(session.id)),
          value(await from.readEvents(session.id)),
          value(await from.readMessages(session.id, { cursor: null, limit: 9 })),
          value(await from.readContext(session.id)),
          value(await from.readSummary(session.id)),
        ]);
      expect(await told(store)).not.toContain('hush');
      expect(store.read(session.id)).toEqual(soften(session));
      expect(store.read(other.id)?.title).toBe('hush too');
      const next = await changed(store, soften(session), [{ type: 'tags-set', tags: ['a'] }]);
      await store.close();
      const again = await at.open();
      expect(again.read(session.id)).toEqual(next);
      expect(await told(again)).toContain('fine');
      expect(await told(again)).not.toContain('hush');
      await again.close();
    });

    it('P1 P3 a decision made on an old revision leaves no trace', async () => {
      const { at, store } = await bench();
      const session = await createdIn(store);
      await changed(store, session, [{ type: 'retitled', title: 'winner' }]);
      const lost = await store.commit([commitOf(session, [{ type: 'retitled', title: 'loser' }])]);
      expect(lost).toEqual({
        ok: false,
        error: {
          code: 'revision-conflict',
          session_id: session.id,
          expected: session.revision,
          found: session.revision + 1,
        },
      });
      await store.close();
      const again = await at.open();
      expect(again.read(session.id)?.title).toBe('winner');
      await again.close();
    });

    it('P1 creating twice and changing nothing that exists are typed errors', async () => {
      const { store } = await bench();
      const session = await createdIn(store);
      expect(await store.commit([createdCommit(store.project_id, { id: session.id })])).toMatchObject({
        error: { code: 'session-exists' },
      });
      const ghost = { ...session, id: newSessionId() };
      expect(await store.commit([commitOf(ghost, [{ type: 'focused' }])])).toMatchObject({
        error: { code: 'session-not-found' },
      });
      await store.close();
    });

    it('P4 several sessions change together or not at all', async () => {
      const { store } = await bench();
      const [one, two] = [await createdIn(store), await createdIn(store)];
      const moved = await changed(store, two, [{ type: 'focused' }]);
      const batch = [
        commitOf(one, [{ type: 'retitled', title: 'x' }]),
        commitOf(two, [{ type: 'retitled', title: 'y' }]),
      ];
      expect((await store.commit(batch)).ok).toBe(false);
      expect([store.read(one.id)?.title, store.read(two.id)?.title]).toEqual([undefined, undefined]);
      const fresh = [batch[0] ?? commitOf(one, []), commitOf(moved, [{ type: 'retitled', title: 'y' }])];
      expect(value(await store.commit(fresh)).map((session) => session?.title)).toEqual(['x', 'y']);
      await store.close();
    });

    it('P5 two that are open at once see each other, and one of two racers wins', async () => {
      const { at, store } = await bench();
      const other = await at.open();
      const changes: StoreChange[] = [];
      other.onChange((change) => changes.push(change));
      const session = await createdIn(store, { title: 'shared' });
      await vi.waitFor(() => expect(other.read(session.id)).toEqual(session), patience);
      expect(changes[0]).toMatchObject({
        session_id: session.id,
        session: { title: 'shared' },
        origin: 'foreign',
      });
      const race = await Promise.all([
        store.commit([commitOf(session, [{ type: 'retitled', title: 'a' }])]),
        other.commit([commitOf(session, [{ type: 'retitled', title: 'b' }])]),
      ]);
      expect(race.filter((result) => result.ok)).toHaveLength(1);
      await Promise.all([store.refresh(), other.refresh()]);
      expect(store.read(session.id)).toEqual(other.read(session.id));
      await store.close();
      await other.close();
    });

    it('tells a change after it is in memory and before the commit resolves', async () => {
      const { store } = await bench();
      const seen: unknown[] = [];
      store.onChange(({ session, origin, events }) =>
        seen.push([
          origin,
          session?.title,
          session === null ? null : store.read(session.id)?.title,
          events.length,
        ]),
      );
      await createdIn(store, { title: 'told' });
      expect(seen).toEqual([['own', 'told', 'told', 1]]);
      await store.close();
    });

    it('keeps messages in order, replaces one of the same id, and reads page by page', async () => {
      const { at, store } = await bench();
      const session = await createdIn(store);
      value(await store.appendMessages(session.id, [messageOf(1), messageOf(2), messageOf(3)]));
      value(await store.appendMessages(session.id, [messageOf(4), messageOf(2, 'again')]));
      await store.close();
      const again = await at.open();
      const texts: string[] = [];
      let cursor: string | null = null;
      do {
        const page: MessagePage = value(await again.readMessages(session.id, { cursor, limit: 2 }));
        texts.push(
          ...page.messages.map(({ content: [block] }) => (block?.type === 'text' ? block.text : '')),
        );
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(texts.filter((text) => text === 'again')).toHaveLength(1);
      expect(texts).not.toContain('message 2');
      expect(texts.filter((text) => text !== 'again')).toEqual(['message 1', 'message 3', 'message 4']);
      expect(await again.readMessages(session.id, { cursor: 'nonsense', limit: 2 })).toMatchObject({
        error: { code: 'cursor-malformed' },
      });
      expect(await again.appendMessages(newSessionId(), [messageOf(1)])).toMatchObject({
        error: { code: 'session-not-found' },
      });
      await again.close();
    });

    it('A2 gives runs in their latest form, oldest first', async () => {
      const { at, store } = await bench();
      const session = await createdIn(store);
      const once = await changed(store, session, runFacts(session, 'first'));
      await changed(store, once, runFacts(once, 'second'));
      await store.close();
      const again = await at.open();
      expect(value(await again.readRuns(session.id))).toMatchObject([
        { prompt: 'first', result: 'done', duration_ms: 2000 },
        { prompt: 'second', result: 'done', duration_ms: 2000 },
      ]);
      expect(value(await again.readEvents(session.id)).map((event) => event.rev)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
      ]);
      await again.close();
    });

    it('keeps context and summary', async () => {
      const { store } = await bench();
      const session = await createdIn(store);
      expect(value(await store.readContext(session.id))).toBeNull();
      value(await store.writeContext(session.id, { files: ['a'] }));
      value(await store.writeSummary(session.id, '# S'));
      expect(value(await store.readContext(session.id))).toEqual({ files: ['a'] });
      expect(value(await store.readSummary(session.id))).toBe('# S');
      await store.close();
    });

    it('purging leaves a tombstone and no word', async () => {
      const { at, store } = await bench();
      const session = await createdIn(store, { title: 'HUSH' });
      value(await store.appendMessages(session.id, [messageOf(1, 'HUSH')]));
      const run = await changed(store, session, runFacts(session, 'HUSH'));
      value(await store.commit([commitOf(run, [{ type: 'trashed' }, { type: 'purged' }])]));
      expect(store.read(session.id)).toBeUndefined();
      await store.close();
      const again = await at.open();
      expect(again.read(session.id)).toBeUndefined();
      expect(again.tombstones().has(session.id)).toBe(true);
      expect(await again.commit([createdCommit(again.project_id, { id: session.id })])).toMatchObject({
        error: { code: 'session-exists' },
      });
      await again.close();
    });

    it('adopts a session with its history and messages, once', async () => {
      const { at, store } = await bench();
      const other = await at.openOther();
      const session = await createdIn(other, { owner: 'external', title: 'from outside' });
      const run = await changed(other, session, runFacts(session));
      value(await other.appendMessages(session.id, [messageOf(1)]));
      const adopted = value(await store.adopt(session.id, other, run.updated_at));
      expect(adopted).toMatchObject({
        title: 'from outside',
        owner: 'console',
        project_id: store.project_id,
        total_duration_ms: 1500,
      });
      expect(other.read(session.id)).toBeUndefined();
      expect(other.tombstones().has(session.id)).toBe(false);
      expect(value(await store.readMessages(session.id, { cursor: null, limit: 10 })).messages).toHaveLength(
        1,
      );
      expect(value(await store.readRuns(session.id))).toHaveLength(1);
      expect(value(await store.adopt(session.id, other, run.updated_at))).toEqual(adopted);
      await store.close();
      await other.close();
    });

    it('gives one lease per session to whoever is first, until it is released', async () => {
      const { at, store } = await bench();
      const other = await at.open();
      const { id } = await createdIn(store);
      const lease = value(await store.acquireLease(id));
      expect(await other.leaseOwner(id)).not.toBeNull();
      expect(await other.acquireLease(id)).toMatchObject({ error: { code: 'locked' } });
      await lease.release();
      expect(await other.leaseOwner(id)).toBeNull();
      await value(await other.acquireLease(id)).release();
      await store.close();
      await other.close();
    });
  });
}
