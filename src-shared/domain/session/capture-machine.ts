import { err, ok, type Result } from '@domain/result';
import type { CaptureConflict } from './errors';
import type { SessionFact } from './events';
import type { Session } from './record';
import type { Capture, CaptureState } from './values';

/*
 *   detected -> capturing -> ended -> parsed -> summarized -> archived
 *       |           |          |        |  \________________/
 *       |           +----------+--------+--> failed
 *       +--> ended (skip)
 *   new lines: any state -> capturing        reparse: ended and later, or failed -> ended
 *
 * C1  A transition is compare-and-set: of two racers one wins, the loser is told the state it met.
 * C2  `parse_status` follows from the state; the two cannot disagree.
 * C3  `failed` is left only by new lines or by `reparse`.
 * C4  Capture never blocks status: no rule here reads it.
 */
export type CaptureCommand =
  | { readonly type: 'see-lines' }
  | { readonly type: 'end'; readonly end_reason?: string }
  | { readonly type: 'begin-parse' }
  | { readonly type: 'finish-parse' }
  | { readonly type: 'summarize' }
  | { readonly type: 'archive' }
  | { readonly type: 'fail'; readonly parse_error: string }
  | { readonly type: 'reparse' };

const every: readonly CaptureState[] = [
  'detected',
  'capturing',
  'ended',
  'parsed',
  'summarized',
  'archived',
  'failed',
];

/** From which states each command may be taken. */
export const captureTable: Readonly<Record<CaptureCommand['type'], readonly CaptureState[]>> = {
  'see-lines': every,
  end: ['detected', 'capturing'],
  'begin-parse': ['ended'],
  'finish-parse': ['ended'],
  summarize: ['parsed'],
  archive: ['parsed', 'summarized'],
  fail: ['detected', 'capturing', 'ended', 'parsed'],
  reparse: ['ended', 'parsed', 'summarized', 'archived', 'failed'],
};

export const detected: Capture = { state: 'detected', parse_status: 'pending' };

/** `expected` narrows further: the caller names the states it believes in. */
export function decideCapture(
  session: Pick<Session, 'id' | 'capture'>,
  command: CaptureCommand,
  expected?: readonly CaptureState[],
): Result<SessionFact[], CaptureConflict> {
  return decideCaptures(session, [command], expected);
}

/** Each step is a fact of its own. */
export function decideCaptures(
  { id, capture }: Pick<Session, 'id' | 'capture'>,
  commands: readonly CaptureCommand[],
  expected?: readonly CaptureState[],
): Result<SessionFact[], CaptureConflict> {
  const facts: SessionFact[] = [];
  let now = capture;
  for (const [at, command] of commands.entries()) {
    const moved = moveCapture({ id, capture: now }, [command], at === 0 ? expected : undefined);
    if (!moved.ok) return moved;
    if (moved.value !== now) facts.push({ type: 'capture-moved', capture: moved.value });
    now = moved.value;
  }
  return ok(facts);
}

/** One command after the other; when one of them is refused, none was taken. `expected` is where the first may begin. */
export function moveCapture(
  { id, capture }: Pick<Session, 'id' | 'capture'>,
  commands: readonly CaptureCommand[],
  expected?: readonly CaptureState[],
): Result<Capture, CaptureConflict> {
  let moved = capture;
  for (const [at, command] of commands.entries()) {
    const table = captureTable[command.type];
    const allowed =
      at > 0 || expected === undefined ? table : table.filter((each) => expected.includes(each));
    // One pipeline at a time: a second claim of the same transcript loses although the state is right.
    const isTaken = command.type === 'begin-parse' && moved.parse_status === 'parsing';
    if (!allowed.includes(moved.state) || isTaken)
      return err({
        code: 'capture-conflict',
        session_id: id,
        action: command.type,
        state: moved.state,
        expected: [...allowed],
      });
    if (command.type !== 'see-lines' || moved.state !== 'capturing') moved = move(moved, command);
  }
  return ok(moved);
}

function move(capture: Capture, command: CaptureCommand): Capture {
  const { state: _state, parse_status: _status, parse_error: _error, ...kept } = capture;
  switch (command.type) {
    case 'see-lines': {
      const { end_reason: _reason, ...rest } = kept;
      return { ...rest, state: 'capturing', parse_status: 'pending' };
    }
    case 'end':
      return {
        ...kept,
        state: 'ended',
        parse_status: 'pending',
        ...(command.end_reason === undefined ? {} : { end_reason: command.end_reason }),
      };
    case 'begin-parse':
      return { ...kept, state: 'ended', parse_status: 'parsing' };
    case 'reparse':
      return { ...kept, state: 'ended', parse_status: 'pending' };
    case 'finish-parse':
      return { ...kept, state: 'parsed', parse_status: 'completed' };
    case 'summarize':
      return { ...kept, state: 'summarized', parse_status: 'completed' };
    case 'archive':
      return { ...kept, state: 'archived', parse_status: 'completed' };
    case 'fail':
      return { ...kept, state: 'failed', parse_status: 'failed', parse_error: command.parse_error };
  }
}
