import { assertNever } from '@domain/result';
import type { LiveChange, LivePart, LiveView } from './live';
import type { Message } from './message';

export const noLiveView: LiveView = {
  has_process: false,
  status: 'idle',
  model: null,
  parts: [],
  permissions: [],
  queue: [],
  end: null,
};

/*
 * The live view of one session, told change by change. Main and window apply the same function, so that a reader who
 * follows and one who comes late see the same.
 * V1  A part is shown until the record holds it, and never beside it; a running tool stays until its result is recorded.
 * V2  When the process has ended nothing provisional and no question is left: what is not recorded was not kept.
 * V3  A turn that ended leaves no question open.
 */
export function applyLiveChange(view: LiveView, change: LiveChange): LiveView {
  switch (change.type) {
    case 'started':
      return { ...view, has_process: true, status: 'idle', model: change.model ?? view.model, end: null };
    case 'status':
      return view.status === change.status ? view : { ...view, status: change.status };
    case 'prompt-sent':
      return {
        ...view,
        parts: [...view.parts, { type: 'prompt', id: change.id, text: change.text }],
        queue: view.queue.filter(({ id }) => id !== change.id),
      };
    case 'text':
    case 'thinking':
      return { ...view, parts: grown(view.parts, change) };
    case 'tool-started': {
      const { type: _, ...facts } = change;
      return { ...view, parts: [...view.parts, { type: 'tool', ...facts, call: null }] };
    }
    case 'tool-finished':
      return {
        ...view,
        parts: view.parts.map((part) =>
          part.type === 'tool' && part.id === change.call.id ? { ...part, call: change.call } : part,
        ),
      };
    case 'permission-asked':
      return { ...view, permissions: [...view.permissions, change.request] };
    case 'permission-settled':
      return { ...view, permissions: view.permissions.filter(({ id }) => id !== change.id) };
    case 'turn-ended':
      return { ...view, permissions: [] };
    case 'notice':
      return view;
    case 'recorded':
      return { ...view, parts: view.parts.filter((part) => !change.messages.some((m) => holds(m, part))) };
    case 'queue-changed':
      return { ...view, queue: change.queue };
    case 'process-ended':
      return { ...noLiveView, model: view.model, queue: view.queue, end: change.end };
    default:
      return assertNever(change);
  }
}

function grown(parts: LivePart[], change: Extract<LiveChange, { type: 'text' | 'thinking' }>): LivePart[] {
  const last = parts.at(-1);
  if (last?.type !== change.type || last.message_id !== change.message_id) return [...parts, change];
  return [...parts.slice(0, -1), { ...last, text: last.text + change.text }];
}

function holds(message: Message, part: LivePart): boolean {
  const isFinished = (id: string) => message.tool_calls?.some((call) => call.id === id) === true;
  if ('parent_id' in part && part.parent_id !== undefined) return isFinished(part.parent_id);
  switch (part.type) {
    case 'prompt':
      return message.id === part.id;
    case 'text':
    case 'thinking':
      return message.id === part.message_id;
    case 'tool':
      return isFinished(part.id);
    default:
      return assertNever(part);
  }
}
