import type { SessionId } from '@domain/ids';
import { type CaptureCommand, detected, moveCapture } from '@domain/session/capture-machine';
import type { Capture } from '@domain/session/values';

/** Why a transcript counts as whole: no process of Claude has its session open. */
const END: CaptureCommand = { type: 'end', end_reason: 'no-process' };

/** Nobody writes on, and everything that is there was read. */
export const SETTLE: readonly CaptureCommand[] = [END, { type: 'begin-parse' }, { type: 'finish-parse' }];
/** It is read again from its beginning; whoever is ended in the middle of that leaves `ended` behind. */
export const READ_ANEW: readonly CaptureCommand[] = [{ type: 'reparse' }, { type: 'begin-parse' }];
/** Its own files are back as they were: nothing of them is new. */
export const RESTORE: readonly CaptureCommand[] = [...READ_ANEW, { type: 'finish-parse' }];

const after = (capture: Capture, commands: readonly CaptureCommand[]): Capture => {
  const moved = moveCapture({ id: '' as SessionId, capture }, commands);
  if (!moved.ok) throw new Error(`no way from ${capture.state} to ${moved.error.action}`);
  return moved.value;
};

const capturing = after(detected, [{ type: 'see-lines' }]);
const parsed = after(capturing, SETTLE);

/** Where a session is after everything that stands in its files was read, whatever it was before. */
export function captureAfterRead(lines: number, isOpen: boolean): Capture {
  return lines === 0 ? detected : isOpen ? capturing : parsed;
}

/** Of one that was to be read anew: `ended` was stopped before it was, `failed` could not be; what was known of both stayed. */
export const isReadAnew = ({ state }: Capture): boolean => state !== 'ended' && state !== 'failed';

/** What could not be read was something new. */
export function captureAfterFailure(parse_error: string): Capture {
  return after(capturing, [{ type: 'fail', parse_error }]);
}

/** The way of a session's own record to what the pipeline has seen of it; none: it is there already. */
export function stepsTo(from: Capture, to: Capture): readonly CaptureCommand[] {
  if (from.state === to.state && from.parse_status === to.parse_status) return [];
  switch (to.state) {
    case 'detected':
      return [];
    case 'capturing':
      return [{ type: 'see-lines' }];
    case 'ended':
      return from.state === 'detected' || from.state === 'capturing' ? [END] : READ_ANEW.slice(0, 1);
    case 'parsed':
      if (from.state === 'detected') return [{ type: 'see-lines' }, ...SETTLE];
      return from.state === 'capturing' ? SETTLE : RESTORE;
    case 'summarized':
      return [...(from.state === 'parsed' ? [] : stepsTo(from, parsed)), { type: 'summarize' }];
    case 'archived': {
      const isReady = from.state === 'parsed' || from.state === 'summarized';
      return [...(isReady ? [] : stepsTo(from, parsed)), { type: 'archive' }];
    }
    case 'failed':
      return [{ type: 'see-lines' }, { type: 'fail', parse_error: to.parse_error ?? '' }];
  }
}
