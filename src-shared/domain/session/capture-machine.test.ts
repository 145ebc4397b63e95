import { describe, expect, it } from 'vitest';
import { type CaptureCommand, captureTable, decideCapture } from './capture-machine';
import type { Session } from './record';
import { fc, test } from './testdata/property';
import { accepted, apply, draft } from './testdata/session-builder';
import { Capture, type CaptureState, CaptureState as States } from './values';

const parseStatus = {
  detected: 'pending',
  capturing: 'pending',
  ended: 'pending',
  parsed: 'completed',
  summarized: 'completed',
  archived: 'completed',
  failed: 'failed',
} as const;
const inState = (state: CaptureState): Session => ({
  ...draft(),
  capture: { state, parse_status: parseStatus[state] } as Session['capture'],
});

const commands: Record<CaptureCommand['type'], CaptureCommand> = {
  'see-lines': { type: 'see-lines' },
  end: { type: 'end', end_reason: 'exit' },
  'begin-parse': { type: 'begin-parse' },
  'finish-parse': { type: 'finish-parse' },
  summarize: { type: 'summarize' },
  archive: { type: 'archive' },
  fail: { type: 'fail', parse_error: 'bad line' },
  reparse: { type: 'reparse' },
};
const lands: Record<CaptureCommand['type'], CaptureState> = {
  'see-lines': 'capturing',
  end: 'ended',
  'begin-parse': 'ended',
  'finish-parse': 'parsed',
  summarize: 'summarized',
  archive: 'archived',
  fail: 'failed',
  reparse: 'ended',
};

describe('the capture machine', () => {
  const pairs = States.options.flatMap((state) =>
    Object.values(commands).map((command) => [state, command] as const),
  );
  it.each(pairs)('C1 C2 in %s: %j', (state, command) => {
    const session = inState(state);
    const decision = decideCapture(session, command);
    if (!captureTable[command.type].includes(state)) {
      expect(decision).toEqual({
        ok: false,
        error: {
          code: 'capture-conflict',
          session_id: session.id,
          action: command.type,
          state,
          expected: captureTable[command.type],
        },
      });
      return;
    }
    const { capture, status } = apply(session, accepted(decision));
    expect(capture.state).toBe(lands[command.type]);
    expect(Capture.safeParse(capture).success).toBe(true);
    expect(status).toBe(session.status);
  });

  it('C1 of two that claim the same transcript one wins and the other is told', () => {
    const ended = inState('ended');
    const claimed = apply(ended, accepted(decideCapture(ended, { type: 'begin-parse' })));
    expect(claimed.capture.parse_status).toBe('parsing');
    expect(decideCapture(claimed, { type: 'begin-parse' })).toMatchObject({
      error: { code: 'capture-conflict', state: 'ended' },
    });
  });

  it('C1 a caller may believe in fewer states than the table allows', () => {
    expect(decideCapture(inState('capturing'), commands.end, ['detected'])).toMatchObject({
      error: { state: 'capturing', expected: ['detected'] },
    });
  });

  it('C2 a pair that disagrees cannot be read', () => {
    expect(Capture.safeParse({ state: 'parsed', parse_status: 'pending' }).success).toBe(false);
    expect(Capture.safeParse({ state: 'failed', parse_status: 'completed' }).success).toBe(false);
  });

  it('C3 a parse error goes away with reparse, the end reason stays', () => {
    const failed = apply(
      apply(inState('capturing'), accepted(decideCapture(inState('capturing'), commands.end))),
      [
        {
          type: 'capture-moved',
          capture: { state: 'failed', parse_status: 'failed', parse_error: 'x', end_reason: 'exit' },
        },
      ],
    );
    expect(apply(failed, accepted(decideCapture(failed, commands.reparse))).capture).toEqual({
      state: 'ended',
      parse_status: 'pending',
      end_reason: 'exit',
    });
  });

  test(
    'C2 C3 C4 hold after any sequence',
    [fc.array(fc.constantFrom(...Object.values(commands)), { maxLength: 30 })],
    (steps) => {
      let session = draft();
      for (const command of steps) {
        const before = session.capture.state;
        const decision = decideCapture(session, command);
        if (decision.ok) session = apply(session, decision.value);
        expect(Capture.safeParse(session.capture).success).toBe(true);
        expect(session.status).toBe('draft');
        if (before === 'failed' && session.capture.state !== 'failed')
          expect(['see-lines', 'reparse']).toContain(command.type);
      }
    },
  );
});
