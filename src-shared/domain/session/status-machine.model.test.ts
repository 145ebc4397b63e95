import { expect } from 'vitest';
import type { SessionEvent } from './events';
import { stampFacts } from './events';
import { replay } from './evolve';
import { Session } from './record';
import { decideStatus, phaseOf, type StatusCommand } from './status-machine';
import { fc, test } from './testdata/property';
import { at, draft, run, runId } from './testdata/session-builder';

const end = { result: null, error: null, success: true, tool_calls: [] };
const outcome = fc.constantFrom('done', 'handoff', 'abandoned', 'crash', 'killed', undefined);
const reason = fc.constantFrom('user', 'inactivity', 'app_quit', 'usage_limit');

const command: fc.Arbitrary<StatusCommand> = fc.oneof(
  fc.nat(1e6).map((n): StatusCommand => ({ type: 'start', run: { ...run(1), run_id: runId(n) } })),
  fc.nat(1e6).map((n): StatusCommand => ({ type: 'resume', run: { ...run(1), run_id: runId(n) } })),
  reason.map((value): StatusCommand => ({ type: 'pause', reason: value })),
  fc
    .record({ outcome, hasProcess: fc.boolean() })
    .map((facts): StatusCommand => ({ type: 'close', ...facts })),
  fc.constant<StatusCommand>({ type: 'report-started' }),
  fc.constant<StatusCommand>({ type: 'report-started' }),
  fc
    .constantFrom('asked', 'exited', 'died')
    .map((how): StatusCommand => ({ type: 'report-ended', how: how as 'asked', end })),
  fc.constant<StatusCommand>({ type: 'beat' }),
  fc.constant<StatusCommand>({ type: 'recover', reason: 'crash' }),
);

/** A wall clock that jumps both ways, and a monotonic one that may be nonsense after a suspend. */
const step = fc.record({
  command,
  wallJump: fc.integer({ min: -1e10, max: 1e10 }),
  activeMs: fc.oneof(
    fc.integer({ min: -1000, max: 100_000 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
  ),
});

test('S1 S2 S4 S5 S6 hold after any sequence of commands', [fc.array(step, { maxLength: 40 })], (steps) => {
  let session = draft();
  const journal: SessionEvent[] = [];
  let measured = 0;
  let wall = 0;
  for (const { command, wallJump, activeMs } of steps) {
    wall = Math.max(0, wall + wallJump);
    const decision = decideStatus(session, command, { at: at(wall), activeMs });
    if (!decision.ok) {
      expect(decision.error.allowed.length).toBeGreaterThan(0);
      continue;
    }
    const before = session;
    const events = stampFacts(
      { session_id: session.id, revision: session.revision, at: at(wall) },
      decision.value,
    );
    journal.push(...events);
    session = replay(events, session) ?? session;

    for (const event of events)
      if ('active_ms' in event && before.status === 'active') measured += event.active_ms as number;
    expect(session.total_duration_ms ?? 0).toBe(measured);
    expect(session.total_duration_ms ?? 0).toBeGreaterThanOrEqual(before.total_duration_ms ?? 0);
    if (before.status === 'closed') expect(session).toEqual(before);
    if (session.status === 'closed') expect(session.pending).toBeUndefined();
    if (session.status === 'paused') expect(session.pause_reason).toBeDefined();
    expect(session.revision).toBe(before.revision + events.length);
    if (phaseOf(session) !== 'closed')
      expect(
        decideStatus(session, { type: 'close', hasProcess: false }, { at: at(wall), activeMs: 0 }).ok,
      ).toBe(true);
  }
  expect(replay(journal, draft())).toEqual(session);
  expect(Session.parse(JSON.parse(JSON.stringify(session)))).toEqual(session);
});

test(
  'S4 time that passes while paused adds nothing',
  [fc.array(fc.nat(10_000), { maxLength: 20 })],
  (stretches) => {
    let session = draft();
    const go = (command: StatusCommand, activeMs: number) => {
      const decision = decideStatus(session, command, { at: at(0), activeMs });
      if (decision.ok)
        session =
          replay(
            stampFacts({ session_id: session.id, revision: session.revision, at: at(0) }, decision.value),
            session,
          ) ?? session;
    };
    for (const [index, stretch] of stretches.entries()) {
      go(index === 0 ? { type: 'start', run: run(index) } : { type: 'resume', run: run(index) }, 777);
      go({ type: 'report-started' }, 777);
      go({ type: 'report-ended', how: 'exited', end }, stretch);
      go({ type: 'beat' }, 777);
    }
    expect(session.total_duration_ms ?? 0).toBe(stretches.reduce((sum, ms) => sum + ms, 0));
  },
);
