import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import { BEAT_MS } from './live-sessions';

describe('recovery and active time', () => {
  it('S4 T1 after a hard kill time ends at the last heartbeat, whatever the wall clock says', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    for (let beat = 0; beat < 3; beat += 1) {
      bench.clock.turn(BEAT_MS);
      bench.timers.turn(BEAT_MS);
      await service.live.started(id);
      await expect
        .poll(() => service.book.find(id)?.session.total_duration_ms, { timeout: 20_000 })
        .toBe((beat + 1) * BEAT_MS);
    }
    bench.clock.turn(12_000);
    bench.clock.setWall('2031-01-01T00:00:00.000Z');
    const again = await bench.restart('kill');
    expect(again.book.find(id)?.session).toMatchObject({
      status: 'paused',
      pause_reason: 'crash',
      total_duration_ms: 3 * BEAT_MS,
    });
    expect(value(await again.messages.show(id)).runs).toMatchObject([{ success: false }]);
    bench.clock.setWall('2020-01-01T00:00:00.000Z');
    value(await again.resume({ id }));
    bench.clock.turn(1000);
    expect(value(await again.pause(id)).total_duration_ms).toBe(3 * BEAT_MS + 1000);
  });

  it('T1 a quit in good order pauses what runs with app_quit', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    bench.clock.turn(700);
    const again = await bench.restart('quit');
    expect(again.book.find(id)?.session).toMatchObject({
      status: 'paused',
      pause_reason: 'app_quit',
      total_duration_ms: 700,
    });
    expect(bench.driver.alive()).toBe(0);
  });

  it('T1 a quit while a process hangs in its start ends it and leaves the draft', async () => {
    const bench = await sessionBench({ startsItself: false });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const starting = service.start({ id });
    await expect.poll(() => bench.driver.alive(), { timeout: 20_000 }).toBe(1);
    const again = await bench.restart('quit');
    expect(await starting).toMatchObject({ error: { code: 'claude-did-not-start' } });
    expect(again.book.find(id)?.session).toMatchObject({ status: 'draft' });
    expect(again.book.find(id)?.session.pending).toBeUndefined();
  });

  it.each([
    // the wish that was on disk when the program was killed, and what it becomes
    ['pause', 'paused', { pause_reason: 'user' }],
    ['close', 'closed', { outcome: 'done' }],
  ] as const)('T1 a kill in the middle of a %s keeps the wish: %s', async (verb, status, facts) => {
    const bench = await sessionBench({ leavesWhenAsked: false });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    void service[verb](id);
    await expect.poll(() => service.book.find(id)?.session.pending?.type, { timeout: 20_000 }).toBe(verb);
    const again = await bench.restart('kill');
    expect(again.book.find(id)?.session).toMatchObject({ status, ...facts });
  });

  it('L14 T1 what runs in another console stays as it is', async () => {
    const bench = await sessionBench();
    const { id } = value(await bench.service().create({ folder: bench.project }));
    value(await bench.service().start({ id }));
    const other = await bench.another();
    await other.service.locate(bench.project, id);
    expect(await other.service.tend()).toEqual({ closed: [], flagged: [], purged: [] });
    expect(other.service.book.find(id)?.session.status).toBe('active');
  });

  it('T2 old drafts are closed, long pauses flagged, old trash purged; nothing else is touched', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const make = async (title: string) => value(await service.create({ folder: bench.project, title }));
    const [oldDraft, paused, trashed, closed] = [
      await make('draft'),
      await make('paused'),
      await make('trash'),
      await make('closed'),
    ];
    value(await service.start({ id: paused.id }));
    value(await service.pause(paused.id));
    for (const { id } of [trashed, closed]) value(await service.close(id));
    value(await service.trash(trashed.id));
    bench.clock.turn(24 * 3_600_000 - 1);
    expect(await service.tend()).toEqual({ closed: [], flagged: [], purged: [] });
    bench.clock.turn(2);
    const fresh = await make('fresh');
    expect(await service.tend()).toEqual({ closed: [oldDraft.id], flagged: [], purged: [] });
    bench.clock.turn(6 * 86_400_000);
    expect((await service.tend()).flagged).toEqual([paused.id]);
    expect(service.book.find(paused.id)?.session).toMatchObject({
      status: 'paused',
      attention: { reason: 'paused-too-long' },
    });
    expect((await service.tend()).flagged).toEqual([]);
    bench.clock.turn(24 * 86_400_000);
    expect((await service.tend()).purged).toEqual([trashed.id]);
    expect(service.book.find(trashed.id)).toBeNull();
    expect(service.book.find(closed.id)?.session.status).toBe('closed');
    expect(service.book.find(fresh.id)?.session).toMatchObject({ status: 'closed', outcome: 'abandoned' });
    value(await service.resume({ id: paused.id }));
    expect(service.book.find(paused.id)?.session.attention).toBeUndefined();
  });

  it('T2 the sweep comes back by itself every hour', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    bench.clock.turn(25 * 3_600_000);
    bench.timers.turn(3_600_000);
    await expect.poll(() => service.book.find(id)?.session.status, { timeout: 20_000 }).toBe('closed');
  });
});
