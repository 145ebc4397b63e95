import type { BeadId } from '@domain/ids';
import { judgeTrigger, type TriggerLimits } from '@domain/trigger/trigger';
import { describe, expect, it, vi } from 'vitest';
import { sessionBench, silentLog } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';
import { createTriggerService } from './trigger-service';

const open: TriggerLimits = { enabled: true, max_active: 2, max_per_day: 5, budget_usd: 4 };

async function bench(limits: TriggerLimits = open) {
  const own = await sessionBench();
  const sessions = own.service();
  const state = { limits, isTrusted: true };
  const service = createTriggerService({
    sessions,
    limits: () => state.limits,
    isTrusted: () => state.isTrusted,
    hasBead: async (_folder, bead) => bead === 'tide-1',
    dayStart: () => '1970-01-01T00:00:00Z',
    log: silentLog,
  });
  const ask = (callers: string[] = [], bead_id?: string) =>
    service.start({
      folder: own.project,
      prompt: 'Look at the tides.',
      callers,
      bead_id: bead_id as BeadId | undefined,
    });
  return { ...own, sessions, state, ask };
}

describe('a session that an agent asks for', () => {
  it('T4 is a run of its own kind in the stream seat, and its process ends with its first turn', async () => {
    const { ask, driver, sessions } = await bench();
    const { id } = value(await ask([], 'tide-1'));
    expect(driver.last().request).toMatchObject({
      seat: 'stream',
      permission_mode: 'default',
      max_budget_usd: 2,
      prompt: 'Look at the tides.',
    });
    expect(sessions.book.find(id)?.session).toMatchObject({ trigger_source: 'trigger', bead_id: 'tide-1' });
    driver.last().emit({ type: 'turn-ended', interrupted: false });
    await vi.waitFor(() => expect(sessions.book.find(id)?.session.status).toBe('paused'));
    const { runs } = value(await sessions.messages.show(id));
    expect(runs).toMatchObject([{ trigger_source: 'trigger', prompt: 'Look at the tides.' }]);
    // A person goes on with it as with any other, and it does not end by itself again.
    value(await sessions.resume({ id, prompt: 'More.' }));
    expect(driver.last().request.max_budget_usd).toBeUndefined();
  });

  it('T1 not while it is off, not in a project nobody trusts, not for a bead that is not there', async () => {
    const { ask, state, driver } = await bench({ ...open, enabled: false });
    expect(await ask()).toEqual({ ok: false, error: { code: 'trigger-off' } });
    state.limits = open;
    state.isTrusted = false;
    expect(await ask()).toMatchObject({ error: { code: 'project-untrusted' } });
    state.isTrusted = true;
    expect(await ask([], 'tide-9')).toEqual({
      ok: false,
      error: { code: 'bead-not-found', bead_id: 'tide-9' },
    });
    expect(driver.processes).toHaveLength(0);
  });

  it('T2 not from one that was triggered, nor from one that goes on from it', async () => {
    const { ask, sessions } = await bench();
    const first = value(await ask());
    expect(await ask([first.id])).toMatchObject({
      error: { code: 'trigger-inside-trigger', session_id: first.id },
    });
    value(await sessions.pause(first.id));
    const { child } = value(await sessions.handOff({ id: first.id, seed: 'go on' }));
    expect(await ask([child.id])).toMatchObject({ error: { code: 'trigger-inside-trigger' } });
    expect(await ask(['11111111-1111-4111-8111-111111111111'])).toMatchObject({ ok: true });
  });

  it('T3 of many at once no more begin than may', async () => {
    const { ask, driver, state } = await bench();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
    expect(answers.at(-1)).toEqual({ ok: false, error: { code: 'trigger-too-many-active', most: 2 } });
    expect(driver.processes).toHaveLength(2);
    state.limits = { ...open, max_active: 8, max_per_day: 2 };
    expect(await ask()).toEqual({ ok: false, error: { code: 'trigger-too-many-today', most: 2 } });
  });

  it('one that cannot start holds no place', async () => {
    const { ask, driver, sessions } = await bench();
    const { check } = driver;
    Object.assign(driver, {
      check: async () => ({ ok: false, error: { code: 'claude-not-found', looked_in: [] } }),
    });
    expect(await ask()).toMatchObject({ error: { code: 'claude-not-found' } });
    Object.assign(driver, { check });
    const { sessions: left } = value(await sessions.list('everywhere', {}, {}));
    expect(left).toMatchObject([{ status: 'closed', outcome: 'abandoned' }]);
  });

  it('T3 what was spent today is not there to spend; what is not told counts as all that was allowed', async () => {
    const { ask, sessions } = await bench();
    const { id } = value(await ask());
    const session = sessions.book.find(id)?.session;
    if (session === undefined) throw new Error('gone');
    const paused = { ...session, status: 'paused' as const };
    const spent = (cost_micro_usd: number) => ({
      ...paused,
      stats: { ...(session.stats as NonNullable<typeof session.stats>), cost_micro_usd },
    });
    const day = '1970-01-01T00:00:00Z';
    expect(judgeTrigger(open, [spent(1_000_000)], day)).toEqual({ ok: true, value: 1.5 });
    expect(judgeTrigger({ ...open, max_active: 1 }, [paused], day)).toEqual({ ok: true, value: 2 });
    expect(judgeTrigger(open, [spent(4_000_000)], day)).toMatchObject({
      error: { code: 'trigger-budget-spent', spent_micro_usd: 4_000_000 },
    });
    expect(judgeTrigger(open, [spent(4_000_000)], '2999-01-01T00:00:00Z')).toEqual({ ok: true, value: 2 });
  });
});
