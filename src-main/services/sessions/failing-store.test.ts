import { randomUUID } from 'node:crypto';
import { ok } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import { describe, expect, it } from 'vitest';
import { createFakeClaudeDriver } from '../../testing/fake-claude-driver';
import { fixedPolicies } from '../../testing/fixed-policies';
import { createManualClock } from '../../testing/manual-clock';
import { createManualTimers } from '../../testing/manual-timers';
import { createMemorySessionStore } from '../../testing/memory-session-store';
import { silentLog } from '../../testing/session-bench';
import { testDevice, value } from '../../testing/session-facts';
import { createSessionsService } from './sessions-service';

const full: StoreError = { code: 'store-unavailable', reason: 'disk-full' };

function bench() {
  const store = createMemorySessionStore({ kind: 'user-data' });
  const driver = createFakeClaudeDriver();
  const clock = createManualClock();
  const timers = createManualTimers();
  const service = createSessionsService({
    stores: {
      user: store,
      all: () => [store],
      forFolder: async (folder) => ok({ store, root: folder }),
      openKnown: async () => {},
      onOpened: () => () => {},
      close: () => store.close(),
    },
    driver,
    exports: { write: async () => ok('/x') },
    clock,
    timers,
    log: silentLog,
    deviceId: testDevice,
    newId: randomUUID,
    epoch: randomUUID(),
    privacy: fixedPolicies,
  });
  return { store, driver, clock, timers, service };
}

describe('when the disk refuses', () => {
  it('nothing is launched, shown or leased for a start that could not be saved', async () => {
    const { store, driver, service } = bench();
    const { id } = value(await service.create({ folder: '/p' }));
    const before = service.book.find(id);
    store.failNext(full);
    expect(await service.start({ id })).toEqual({ ok: false, error: full });
    expect(driver.processes).toHaveLength(0);
    expect(service.book.find(id)).toEqual(before);
    expect(await store.leaseOwner(id)).toBeNull();
    expect(value(await service.start({ id })).status).toBe('active');
  });

  it('L1 the end of a process is saved as soon as the disk takes it', async () => {
    const { store, driver, clock, timers, service } = bench();
    const { id } = value(await service.create({ folder: '/p' }));
    value(await service.start({ id }));
    clock.turn(500);
    store.failNext(full);
    driver.last().exit({ how: 'died' });
    await expect.poll(() => timers.waiting(), { timeout: 20_000 }).toBeGreaterThan(2);
    expect(service.book.find(id)?.session.status).toBe('active');
    timers.turn(1000);
    await expect.poll(() => service.book.find(id)?.session.status, { timeout: 20_000 }).toBe('paused');
    expect(service.book.find(id)?.session).toMatchObject({ pause_reason: 'crash', total_duration_ms: 500 });
    expect(await store.leaseOwner(id)).toBeNull();
  });

  it('a start Claude reported but the disk refused ends the process: what is not recorded is not run', async () => {
    const { store, driver, service } = bench();
    driver.script({ startsItself: false });
    const { id } = value(await service.create({ folder: '/p' }));
    const starting = service.start({ id });
    await expect.poll(() => driver.alive(), { timeout: 20_000 }).toBe(1);
    store.failNext(full);
    driver.last().emit({ type: 'started' });
    expect(await starting).toEqual({ ok: false, error: full });
    await expect.poll(() => driver.alive(), { timeout: 20_000 }).toBe(0);
    await expect.poll(() => service.book.find(id)?.session.pending, { timeout: 20_000 }).toBeUndefined();
    expect(service.book.find(id)?.session.status).toBe('draft');
  });

  it('an edit that was refused changes nothing and tells nobody', async () => {
    const { store, service } = bench();
    const { id } = value(await service.create({ folder: '/p', title: 'before' }));
    const told: unknown[] = [];
    service.book.feed.follow({ epoch: 'x', seq: 0 }, (frame) => told.push(frame.type));
    store.failNext(full);
    expect(await service.rename(id, 'after')).toEqual({ ok: false, error: full });
    expect(service.book.find(id)?.session.title).toBe('before');
    expect(told).toEqual(['snapshot']);
  });
});

describe('two that write at once', () => {
  it('both edits are kept: the one that met another revision decides again', async () => {
    const { service } = bench();
    const { id } = value(await service.create({ folder: '/p' }));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => service.tag(id, { mode: 'add', tags: [`t${n}`] })),
    );
    expect(service.book.find(id)?.session.tags).toHaveLength(20);
  });
});

describe('watching', () => {
  it('a snapshot first, then each change of the project, and nothing of others', async () => {
    const { service } = bench();
    const first = value(await service.create({ folder: '/p', title: 'first' }));
    const frames: unknown[] = [];
    const stop = value(
      await service.watch({ folder: '/p' }, null, (frame) =>
        frames.push(frame.type === 'snapshot' ? frame.value.sessions.map(({ id }) => id) : frame.change),
      ),
    );
    const second = value(await service.create({ folder: '/p' }));
    value(await service.create({ folder: '/elsewhere' }));
    value(await service.close(first.id));
    stop();
    value(await service.rename(first.id, 'unseen'));
    expect(frames).toMatchObject([
      [first.id],
      { type: 'changed', session: { id: second.id, status: 'draft' } },
      { type: 'changed', session: { id: first.id, status: 'closed' } },
    ]);
  });
});
