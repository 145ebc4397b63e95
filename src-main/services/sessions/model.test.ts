import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BeadId, SessionId } from '@domain/ids';
import { verifyAudit } from '@domain/session/audit';
import { replay } from '@domain/session/evolve';
import type { Session } from '@domain/session/record';
import type { Run } from '@domain/session/run';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SessionBench, sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

/*
 * Any sequence of use cases on real files, with quits and kills in between, against a model that knows only the four
 * promises and the audit's: S1 closed is read-only, S2 close from any state, S3 at most one bead, S4 active time
 * excludes pauses; A2 a completed run never changes, A3 its duration is exact, A5 the chain verifies.
 */
type Step =
  | { type: 'create' }
  | {
      type: 'start' | 'resume' | 'pause' | 'close' | 'hand-off' | 'exit' | 'trash' | 'untrash' | 'rename';
      nth: number;
    }
  | { type: 'link'; nth: number; bead: string }
  | { type: 'wait'; ms: number }
  | { type: 'restart'; how: 'quit' | 'kill' };

const nth = fc.nat(3);
const verb = fc.constantFrom(
  'start',
  'resume',
  'pause',
  'close',
  'hand-off',
  'exit',
  'trash',
  'untrash',
  'rename',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ type: 'create' }) },
  { weight: 8, arbitrary: fc.record({ type: verb, nth }) as fc.Arbitrary<Step> },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('link'),
      nth,
      bead: fc.constantFrom('bc-1', 'bc-2'),
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait'), ms: fc.nat(20_000) }) as fc.Arbitrary<Step>,
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('restart'),
      how: fc.constantFrom('quit', 'kill'),
    }) as fc.Arbitrary<Step>,
  },
);

type Known = { activeMs: number; sinceMs: number | null; bead: string | null; closed: Session | null };

async function perform(
  bench: SessionBench,
  ids: SessionId[],
  model: Map<SessionId, Known>,
  one: Step,
): Promise<void> {
  const service = bench.service();
  const nowMs = bench.clock.monotonicMs();
  const fresh = (session: Session, bead: string | null) => {
    ids.push(session.id);
    model.set(session.id, { activeMs: 0, sinceMs: null, bead, closed: null });
  };
  const stopped = (known: Known) => {
    if (known.sinceMs !== null) known.activeMs += nowMs - known.sinceMs;
    known.sinceMs = null;
  };
  if (one.type === 'create') return fresh(value(await service.create({ folder: bench.project })), null);
  if (one.type === 'wait') return bench.clock.turn(one.ms);
  if (one.type === 'restart') {
    // No heartbeat rang: a kill loses what ran since the start, a quit nothing.
    for (const known of model.values())
      if (one.how === 'quit') stopped(known);
      else known.sinceMs = null;
    await bench.restart(one.how);
    return;
  }
  const id = ids[one.nth % Math.max(1, ids.length)];
  const known = id === undefined ? undefined : model.get(id);
  if (id === undefined || known === undefined) return;
  const before = service.book.find(id)?.session;
  if (one.type === 'link') {
    const linked = await service.linkBead(id, one.bead as BeadId);
    if (linked.ok) known.bead = one.bead;
    else expect(known.bead !== null || known.closed !== null).toBe(true);
    return;
  }
  switch (one.type) {
    case 'start':
    case 'resume': {
      const result = await service[one.type]({ id });
      expect(result.ok).toBe(
        before?.status === (one.type === 'start' ? 'draft' : 'paused') && before.trashed_at === undefined,
      );
      if (result.ok) known.sinceMs = nowMs;
      return;
    }
    case 'pause':
      if ((await service.pause(id)).ok) stopped(known);
      return;
    case 'exit': {
      const process = bench.driver.processes.findLast((live) => live.session_id === id && live.isAlive());
      if (process === undefined || !service.live.has(id)) return;
      const ended = service.live.ended(id);
      process.exit();
      await ended;
      return stopped(known);
    }
    case 'close': {
      const closed = await service.close(id);
      expect(closed.ok).toBe(known.closed === null);
      stopped(known);
      if (closed.ok) known.closed = closed.value;
      return;
    }
    case 'hand-off': {
      const handed = await service.handOff({ id, seed: 'on' });
      if (!handed.ok) return;
      stopped(known);
      known.closed ??= handed.value.parent;
      return fresh(handed.value.child, known.bead);
    }
    default:
      if (one.type === 'rename') await service.rename(id, `t${nowMs}`);
      else await service[one.type](id);
  }
}

async function check(
  bench: SessionBench,
  model: Map<SessionId, Known>,
  runs: Map<string, Run>,
): Promise<void> {
  const service = bench.service();
  for (const [id, known] of model) {
    const found = service.book.find(id);
    if (found === null) throw new Error(`${id} vanished`);
    const { session, store } = found;
    expect(session.status === 'closed').toBe(known.closed !== null);
    expect(session.bead_id ?? null).toBe(known.bead);
    if (session.status !== 'active') expect(session.total_duration_ms ?? 0).toBe(known.activeMs);
    if (known.closed !== null)
      expect({
        outcome: session.outcome,
        closed_at: session.closed_at,
        run_count: session.run_count,
      }).toEqual({
        outcome: known.closed.outcome,
        closed_at: known.closed.closed_at,
        run_count: known.closed.run_count,
      });
    expect(replay(value(await store.readEvents(id)))).toEqual(session);
    for (const run of value(await store.readRuns(id))) {
      const before = runs.get(run.run_id);
      if (before?.completed_at) expect(run).toEqual(before);
      if (run.completed_at !== null)
        expect(Date.parse(run.completed_at) - Date.parse(run.started_at)).toBe(run.duration_ms);
      runs.set(run.run_id, run);
    }
  }
  expect(service.book.list.size()).toBe(model.size);
}

it('S1 S2 S3 S4 A2 A3 A5 hold on real files through quits and kills', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const bench = await sessionBench();
    const [ids, model, runs] = [[] as SessionId[], new Map<SessionId, Known>(), new Map<string, Run>()];
    for (const one of steps) {
      await perform(bench, ids, model, one);
      if (one.type === 'restart') await check(bench, model, runs);
    }
    await check(bench, model, runs);
    await bench.restart('quit');
    const audit = join(bench.project, '.beads/sessions/audit.jsonl');
    const lines = existsSync(audit)
      ? readFileSync(audit, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : [];
    expect(verifyAudit(lines, (text) => createHash('sha256').update(text).digest('hex'))).toBeNull();
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);
