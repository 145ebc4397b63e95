import { describe, expect, it } from 'vitest';
import {
  allowedActions,
  decideStatus,
  effectsOf,
  phaseOf,
  type StatusCommand,
  statusTable,
} from './status-machine';
import { accepted, apply, at, draft, phases, run, sessionIn } from './testdata/session-builder';

const end = { result: 'fine', error: null, success: true, tool_calls: [] };
const now = { at: at(5000), activeMs: 300 };

const commands: Record<StatusCommand['type'], StatusCommand> = {
  start: { type: 'start', run: run(9) },
  resume: { type: 'resume', run: run(9) },
  pause: { type: 'pause', reason: 'user' },
  close: { type: 'close', hasProcess: true },
  'report-started': { type: 'report-started' },
  'report-ended': { type: 'report-ended', how: 'died', end },
  beat: { type: 'beat' },
  recover: { type: 'recover', reason: 'crash' },
};

describe('the status machine', () => {
  it.each(phases)('S5 reaches %s by replaying facts', (phase) => {
    expect(phaseOf(sessionIn(phase))).toBe(phase);
  });

  const pairs = phases.flatMap((phase) =>
    Object.values(commands).map((command) => [phase, command] as const),
  );
  it.each(pairs)('S6 in %s: %j follows the table', (phase, command) => {
    const session = sessionIn(phase);
    const before = structuredClone(session);
    const decision = decideStatus(session, command, now);
    expect(session).toEqual(before);
    if (statusTable[command.type][phase] === 'refuse')
      expect(decision).toEqual({
        ok: false,
        error: expect.objectContaining({
          code: 'bad-transition',
          session_id: session.id,
          action: command.type,
          state: session.status,
          allowed: allowedActions(session),
        }),
      });
    else expect(decision.ok).toBe(true);
  });

  it.each(Object.values(commands))('S1 nothing leaves closed: %j', (command) => {
    const closed = sessionIn('closed');
    const decision = decideStatus(closed, command, now);
    expect(decision.ok ? apply(closed, decision.value) : closed).toEqual(closed);
  });

  it.each(phases.filter((phase) => phase !== 'closed'))('S2 closes from %s without a process', (phase) => {
    const session = sessionIn(phase);
    const closed = apply(session, accepted(decideStatus(session, { type: 'close', hasProcess: false }, now)));
    expect(closed).toMatchObject({ status: 'closed', closed_at: at() });
    expect(closed.open_run).toBeUndefined();
    expect(closed.pending).toBeUndefined();
  });

  it.each(['starting', 'active', 'pausing', 'resuming'] as const)(
    'S2 S7 close while %s waits until the process is gone',
    (phase) => {
      const session = sessionIn(phase);
      const closing = apply(
        session,
        accepted(decideStatus(session, { type: 'close', outcome: 'abandoned', hasProcess: true }, now)),
      );
      expect(closing.status).toBe(session.status);
      expect(phaseOf(closing)).toBe('closing');
      const closed = apply(
        closing,
        accepted(decideStatus(closing, { type: 'report-ended', how: 'asked', end }, now)),
      );
      expect(closed).toMatchObject({ status: 'closed', outcome: 'abandoned' });
    },
  );

  it('S2 a forced end overrides a polite one, and only in that direction', () => {
    const closing = sessionIn('closing');
    const force = { type: 'close', outcome: 'killed', hasProcess: true } as const;
    const facts = accepted(decideStatus(closing, force, now));
    expect(effectsOf(facts)).toEqual(['kill-process']);
    const forced = apply(closing, facts);
    expect(accepted(decideStatus(forced, force, now))).toEqual([]);
    expect(accepted(decideStatus(forced, { type: 'close', outcome: 'done', hasProcess: true }, now))).toEqual(
      [],
    );
  });

  it.each([
    // how the process ended, and the reason the pause carries
    ['asked', 'user'],
    ['exited', 'process_exit'],
    ['died', 'crash'],
  ] as const)('S7 a process that %s while active pauses with %s', (how, reason) => {
    const active = sessionIn('active');
    const paused = apply(active, accepted(decideStatus(active, { type: 'report-ended', how, end }, now)));
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: reason,
      total_duration_ms: 300,
      success: true,
    });
  });

  it('S7 a pause keeps the reason it was asked for, however the process ended', () => {
    const active = sessionIn('active');
    const pausing = apply(
      active,
      accepted(decideStatus(active, { type: 'pause', reason: 'inactivity' }, now)),
    );
    const paused = apply(
      pausing,
      accepted(decideStatus(pausing, { type: 'report-ended', how: 'died', end }, now)),
    );
    expect(paused.pause_reason).toBe('inactivity');
  });

  it('S7 a process that ends before it began leaves the draft a draft, with the reason', () => {
    const starting = sessionIn('starting');
    const failed = { ...end, error: 'no such model', success: false };
    const facts = accepted(decideStatus(starting, { type: 'report-ended', how: 'died', end: failed }, now));
    expect(apply(starting, facts)).toMatchObject({
      status: 'draft',
      error: 'no such model',
      success: false,
      run_count: 1,
    });
    expect(apply(starting, facts).pending).toBeUndefined();
  });

  it.each([
    ['starting', 'draft', undefined],
    ['active', 'paused', 'crash'],
    ['pausing', 'paused', 'user'],
    ['resuming', 'paused', 'user'],
    ['closing', 'closed', undefined],
    ['draft', 'draft', undefined],
    ['paused', 'paused', 'user'],
    ['closed', 'closed', undefined],
  ] as const)('S4 recovery without a process turns %s into %s', (phase, status, reason) => {
    const session = sessionIn(phase);
    const facts = accepted(
      decideStatus(session, { type: 'recover', reason: 'crash' }, { at: at(9e9), activeMs: 0 }),
    );
    const recovered = apply(session, facts);
    expect(recovered.status).toBe(status);
    if (status === 'paused') expect(recovered.pause_reason).toBe(reason);
    expect(recovered.total_duration_ms).toBe(session.total_duration_ms);
    expect(phaseOf(recovered)).toBe(status);
  });

  it('leaves what began elsewhere, and what is in the trash, alone', () => {
    const external = sessionIn('active', { owner: 'external' });
    expect(decideStatus(external, { type: 'recover', reason: 'crash' }, now)).toEqual({
      ok: true,
      value: [],
    });
    expect(decideStatus(external, { type: 'pause', reason: 'user' }, now).ok).toBe(false);
    const trashed = apply(draft(), [{ type: 'trashed' }]);
    expect(decideStatus(trashed, commands.start, now)).toMatchObject({
      error: { trashed: true, allowed: ['untrash', 'purge'] },
    });
  });

  it.each([
    ['draft', 'abandoned'],
    ['active', 'done'],
    ['paused', 'done'],
  ] as const)('closing a %s session without saying how means %s', (phase, outcome) => {
    const session = sessionIn(phase);
    const facts = accepted(decideStatus(session, { type: 'close', hasProcess: false }, now));
    expect(facts[0]).toMatchObject({ type: 'closed', outcome });
  });

  it('closing a crash pause means crash, unless the person knows better', () => {
    const crashed = apply(sessionIn('active'), [{ type: 'paused', reason: 'crash', active_ms: 1 }]);
    const natural = accepted(decideStatus(crashed, { type: 'close', hasProcess: false }, now));
    expect(natural[0]).toMatchObject({ outcome: 'crash' });
    const said = accepted(decideStatus(crashed, { type: 'close', outcome: 'done', hasProcess: false }, now));
    expect(said[0]).toMatchObject({ outcome: 'done' });
  });

  it.each([
    ['start', 'draft', ['launch']],
    ['resume', 'paused', ['launch']],
    ['pause', 'active', ['end-process']],
    ['close', 'active', ['end-process']],
    ['pause', 'pausing', []],
    ['start', 'starting', []],
    ['beat', 'active', []],
  ] as const)('%s in %s asks for %j', (type, phase, effects) => {
    expect(effectsOf(accepted(decideStatus(sessionIn(phase), commands[type], now)))).toEqual(effects);
  });
});
