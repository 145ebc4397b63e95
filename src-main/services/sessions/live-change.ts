import { assertNever } from '@domain/result';
import type { LiveChange } from '@domain/session/live';
import type { Seat } from '@domain/session/values';
import type { DriverEvent } from '../../ports/claude-driver';

/** What a driver tells, as the window hears it. Null: not for the window, or only once it is stored. */
export function liveChangeOf(event: DriverEvent, seat?: Seat): LiveChange | null {
  switch (event.type) {
    case 'started':
      return {
        type: 'started',
        ...(event.model === undefined ? {} : { model: event.model }),
        ...(seat === undefined ? {} : { seat }),
      };
    case 'turn-ended':
      return { type: 'turn-ended', interrupted: event.interrupted, error: event.error ?? null };
    case 'process-ended': {
      const { how, exit_code, signal, last_lines = [] } = event.end;
      return { type: 'process-ended', end: { how, exit_code, signal, last_lines: [...last_lines] } };
    }
    case 'session-replaced':
      return { type: 'session-replaced', session_id: event.session_id };
    case 'tasks':
      return { type: 'tasks', tasks: [...event.tasks] };
    case 'prompt-given':
    case 'prompt-not-given':
    case 'stop-step':
    case 'counted':
    case 'recorded':
      return null;
    case 'status':
    case 'prompt-sent':
    case 'text':
    case 'thinking':
    case 'retracted':
    case 'tool-started':
    case 'tool-finished':
    case 'permission-asked':
    case 'permission-settled':
    case 'asks-first':
    case 'notice':
    case 'model':
    case 'retrying':
      return event;
    default:
      return assertNever(event);
  }
}
