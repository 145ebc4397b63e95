import type { BeadId, SessionId } from '@domain/ids';
import { SessionStats } from '@domain/session/record';
import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { changed, createdIn, newSessionId, value } from '../../testing/session-facts';

const bead = 'bc-1' as BeadId;

describe('chains', () => {
  it.each(['active', 'paused'] as const)(
    'handing off an %s session closes it and hands on bead, agent and branch',
    async (status) => {
      const bench = await sessionBench();
      const service = bench.service();
      const parent = value(
        await service.create({
          folder: bench.project,
          title: 'First',
          bead_id: bead,
          agent_id: 'executor',
          branch: 'bc-1/x',
        }),
      );
      value(await service.start({ id: parent.id }));
      if (status === 'paused') value(await service.pause(parent.id));
      const { parent: old, child } = value(
        await service.handOff({ id: parent.id, seed: 'go on with the tests' }),
      );
      expect(old).toMatchObject({ status: 'closed', outcome: 'handoff', child_ids: [child.id] });
      expect(child).toMatchObject({
        status: 'draft',
        parent_id: parent.id,
        chain_id: parent.id,
        bead_id: bead,
        agent_id: 'executor',
        branch: 'bc-1/x',
        prompt: 'go on with the tests',
        trigger_source: 'handoff',
      });
      value(await service.start({ id: child.id }));
      expect(bench.driver.last().request).toMatchObject({
        mode: { type: 'new' },
        prompt: 'go on with the tests',
      });
      value(await service.pause(child.id));
      const grandchild = value(await service.handOff({ id: child.id, seed: '' })).child;
      const again = await bench.restart('kill');
      const chain = value(await again.chain({ folder: bench.project }, grandchild.id));
      expect(chain.map(({ id }) => id).sort()).toEqual([parent.id, child.id, grandchild.id].sort());
      expect(value(await again.chain({ folder: bench.project }, bead))).toHaveLength(3);
    },
  );

  it('continuing a closed session forks its history under a new id and leaves it closed', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.close(id));
    const { parent, child } = value(await service.handOff({ id, seed: 'more' }));
    expect(parent).toMatchObject({ status: 'closed', outcome: 'abandoned', child_ids: [child.id] });
    value(await service.start({ id: child.id }));
    expect(bench.driver.last().request.mode).toEqual({ type: 'fork', parent_id: id });
  });

  it('S6 a draft has nothing to hand off, and no child is left behind', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    expect(await service.handOff({ id, seed: 'x' })).toMatchObject({
      error: { code: 'bad-transition', state: 'draft' },
    });
    expect(service.book.list.size()).toBe(1);
  });

  it('a chain nobody knows is not found', async () => {
    const bench = await sessionBench();
    expect(await bench.service().chain('everywhere', 'bc-9')).toEqual({
      ok: false,
      error: { code: 'session-not-found', session_id: 'bc-9' },
    });
  });
});

describe('adoption', () => {
  it('linking an external session to a bead brings it into the project, with its messages', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const home = value(await service.create({ folder: bench.plain }));
    const user = service.book.find(home.id)?.store;
    if (user === undefined) throw new Error('no store');
    const id = newSessionId();
    const begun = await createdIn(user, {
      id,
      owner: 'external',
      cwd: bench.project,
      title: 'from a terminal',
    });
    await changed(user, begun, [{ type: 'status-derived', status: 'closed' }]);
    expect(
      value(await service.list({ folder: bench.project }, {}, {})).sessions.map((session) => session.id),
    ).toEqual([id]);
    const linked = value(await service.linkBead(id, bead));
    expect(linked).toMatchObject({ owner: 'console', bead_id: bead, title: 'from a terminal' });
    expect(linked.project_id).not.toBe(user.project_id);
    expect(user.read(id)).toBeUndefined();
    const again = await bench.restart('kill');
    expect(again.book.find(id)?.session).toEqual(linked);
    expect(again.book.list.size()).toBe(2);
  });

  it('L13 one that no store has met is noted once, can be trashed, and never comes back when it was removed', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const facts = {
      id: newSessionId(),
      cwd: bench.project,
      title: 'from a terminal',
      prompt: 'do it',
      branch: null,
      model: 'claude-opus-5',
      began_at: '2026-01-01T00:00:00.000Z',
      ended_at: '2026-01-01T01:00:00.000Z',
      stats: SessionStats.parse({ tokens_in: 40, tokens_out: 2, cost_micro_usd: 7 }),
      active_ms: 61_000,
    };
    const noted = value(await service.noteExternal(facts));
    expect(noted).toMatchObject({
      owner: 'external',
      status: 'closed',
      title: 'from a terminal',
      cwd: bench.project,
      total_tokens: 42,
      total_duration_ms: 61_000,
      stats: { cost_micro_usd: 7 },
    });
    expect(value(await service.noteExternal({ ...facts, title: 'another' }))).toEqual(noted);
    value(await service.trash(facts.id));
    value(await service.untrash(facts.id));
    expect(value(await service.linkBead(facts.id, bead))).toMatchObject({ owner: 'console', bead_id: bead });

    const gone = { ...facts, id: newSessionId() };
    value(await service.noteExternal(gone));
    value(await service.trash(gone.id));
    value(await service.purge(gone.id));
    expect(service.purgedIds()).toContain(gone.id);
    expect(await service.noteExternal(gone)).toMatchObject({ error: { code: 'session-not-found' } });
  });

  it('L14 one that still runs in a terminal is linked at once and adopted when it has ended', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { user } = bench.stores();
    const begun = await createdIn(user, { owner: 'external', cwd: bench.project });
    const { id } = await changed(user, begun, [{ type: 'status-derived', status: 'active' }]);
    expect(value(await service.linkBead(id, bead))).toMatchObject({
      owner: 'external',
      status: 'active',
      bead_id: bead,
    });
    for (const refused of [
      await service.adopt(id, bench.project),
      await service.handOff({ id, seed: 'x' }),
      await service.close(id),
      await service.pause(id),
    ])
      expect(refused).toMatchObject({
        error: { code: 'bad-transition', state: 'active', allowed: ['edit', 'annotate'] },
      });
    await service.tend();
    expect(service.book.find(id)?.session).toMatchObject({ owner: 'external', status: 'active' });
    const now = user.read(id);
    if (now !== undefined) await changed(user, now, [{ type: 'status-derived', status: 'closed' }]);
    await service.tend();
    expect(service.book.find(id)).toMatchObject({
      session: { owner: 'console', status: 'closed' },
      store: { kind: 'project' },
    });
    const { child } = value(await service.handOff({ id, seed: 'on' }));
    expect(child).toMatchObject({ parent_id: id, source: 'fork', bead_id: bead });
  });

  it('T4 an adoption that was interrupted is finished by the next start', async () => {
    const bench = await sessionBench();
    const { user } = bench.stores();
    const begun = await createdIn(user, { owner: 'external', cwd: bench.project, title: 'twice' });
    const { id } = await changed(user, begun, [{ type: 'status-derived', status: 'closed' }]);
    const { store } = value(await bench.stores().forFolder(bench.project));
    const full = { code: 'store-unavailable', reason: 'disk-full' } as const;
    const halfway = { ...user, commit: async () => ({ ok: false as const, error: full }) };
    expect((await store.adopt(id, halfway, begun.updated_at)).ok).toBe(false);
    expect([store.read(id)?.title, user.read(id)?.title]).toEqual(['twice', 'twice']);
    const again = await bench.restart('kill');
    expect(bench.stores().user.read(id)).toBeUndefined();
    expect(again.book.find(id)?.session).toMatchObject({ title: 'twice', owner: 'console' });
    expect(again.book.list.size()).toBe(1);
  });

  it('a session of a plain folder is kept in user-data and listed for that folder only', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.plain, title: 'plain' }));
    expect(service.book.find(id)?.store.kind).toBe('user-data');
    const ids = async (folder: string): Promise<SessionId[]> =>
      value(await service.list({ folder }, {}, {})).sessions.map((session) => session.id);
    expect(await ids(bench.plain)).toEqual([id]);
    expect(await ids(bench.project)).toEqual([]);
    const adopted = value(await service.adopt(id, bench.project));
    expect(service.book.find(id)?.store).toMatchObject({ kind: 'project', project_id: adopted.project_id });
    expect(await ids(bench.plain)).toEqual([]);
    expect(await ids(bench.project)).toEqual([id]);
    expect(value(await service.adopt(id, bench.project))).toEqual(adopted);
  });
});
