import type { BeadId, FolderPath } from '@domain/ids';
import { expect, it, vi } from 'vitest';
import { createManualTimers } from '../../testing/manual-timers';
import { keepLeases, RENEW_EVERY_MS, type WorkedBead } from './keep-leases';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const bead = (id: string) => ({ project: '/p' as FolderPath, id: id as BeadId });

it('renews each bead once for as long as a session works on it, also after a failure', async () => {
  const timers = createManualTimers();
  const renewed: string[] = [];
  let working: readonly WorkedBead[] | null = [bead('a-1'), bead('a-2'), bead('a-1')];
  const stop = keepLeases({
    timers,
    log: quiet,
    working: async () => {
      if (working === null) throw new Error('the store is away');
      return working;
    },
    renew: async ({ id }) => void renewed.push(id),
  });
  const look = async () => {
    timers.turn(RENEW_EVERY_MS);
    await vi.waitFor(() => expect(timers.waiting()).toBe(1), { timeout: 20_000, interval: 5 });
  };
  expect(renewed).toEqual([]);
  await look();
  expect(renewed).toEqual(['a-1', 'a-2']);
  working = null;
  await look();
  working = [bead('a-2')];
  await look();
  expect(renewed).toEqual(['a-1', 'a-2', 'a-2']);
  stop();
  timers.turn(10 * RENEW_EVERY_MS);
  expect([renewed.length, timers.waiting()]).toEqual([3, 0]);
});
