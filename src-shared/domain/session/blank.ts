import type { SessionEvent } from './events';
import type { ToolCall } from './message';
import type { Session } from './record';
import type { Run } from './run';

/*
 * What a purge leaves of a session in the journal and in the audit log: that it was there, when, how it ended and how
 * long it took. No text a person or Claude wrote, no file name, no title.
 */
export function blankEvent(event: SessionEvent): SessionEvent {
  switch (event.type) {
    case 'created':
      return { ...event, session: blankSession(event.session) };
    case 'run-created':
      return { ...event, run: blankRun(event.run) };
    case 'run-completed': {
      const { completion } = event;
      return {
        ...event,
        completion: {
          ...completion,
          result: blankText(completion.result),
          error: blankText(completion.error),
          tool_calls: completion.tool_calls.map(blankCall),
        },
      };
    }
    case 'start-failed':
      return { ...event, error: '' };
    case 'retitled':
      return { ...event, title: null };
    case 'objective-set':
      return { ...event, objective: null };
    case 'notes-set':
      return { ...event, notes: null };
    case 'tags-set':
      return { ...event, tags: [] };
    case 'files-touched':
      return { ...event, files: [] };
    case 'details-noted':
      return { ...event, details: {} };
    case 'capture-moved': {
      const { parse_error: _, ...capture } = event.capture;
      return { ...event, capture: capture as typeof event.capture };
    }
    default:
      return event;
  }
}

export function blankRun(run: Run): Run {
  return {
    ...run,
    prompt: '',
    result: blankText(run.result),
    error: blankText(run.error),
    tool_calls: run.tool_calls.map(blankCall),
  };
}

function blankText(text: string | null): string | null {
  return text === null ? null : '';
}

function blankCall(call: ToolCall): ToolCall {
  return { id: call.id, tool: call.tool, input: {}, success: call.success };
}

function blankSession(session: Session): Session {
  const { title, objective, notes, context_pack, result, error, initial_prompt, summary, ...rest } = session;
  return { ...rest, prompt: '', files_touched: [], tags: [], metadata: {}, cwd: '' };
}
