import { assertNever } from '@domain/result';
import type { LiveChange, LivePart, LiveView } from './live';
import type { Message } from './message';

export const noLiveView: LiveView = {
  has_process: false,
  status: 'idle',
  model: null,
  seat: null,
  parts: [],
  permissions: [],
  retry: null,
  tasks: [],
  asks_first: null,
  queue: [],
  end: null,
};

/*
 * The live view of one session, told change by change. Main and window apply the same function, so that a reader who
 * follows and one who comes late see the same.
 * V1  A part is shown until the record holds it, and never beside it: a text until its own block is recorded, a tool until
 *     its result is. Of a message that is recorded block by block, the blocks that are not there yet stay.
 * V2  When the process has ended nothing provisional and no question is left: what is not recorded was not kept.
 * V3  A turn that ended leaves no question open.
 * V4  Pieces grow their own block, whoever speaks in between; two texts of one message stay two.
 * V5  A retry is shown until something comes, or the turn ends.
 * V6  With its last question a turn stops to wait: who waits without one waits in its terminal.
 */
export function applyLiveChange(view: LiveView, change: LiveChange): LiveView {
  switch (change.type) {
    case 'started':
      return {
        ...view,
        has_process: true,
        status: 'idle',
        model: change.model ?? view.model,
        seat: change.seat ?? null,
        end: null,
      };
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
      return { ...view, retry: null, parts: grown(view.parts, change) };
    case 'retracted':
      return { ...view, parts: view.parts.filter((part) => !isRetracted(part, change)) };
    case 'tool-started': {
      const { type: _, ...facts } = change;
      return { ...view, retry: null, parts: [...view.parts, { type: 'tool', ...facts, call: null }] };
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
      return asking(
        view,
        view.permissions.filter(({ id }) => id !== change.id),
      );
    case 'turn-ended':
      return { ...asking(view, []), retry: null };
    case 'model':
      return { ...view, model: change.model };
    case 'retrying':
      return { ...view, retry: change.retry };
    case 'tasks':
      return { ...view, tasks: change.tasks };
    case 'asks-first':
      return { ...view, asks_first: change.question };
    case 'notice':
      return view;
    case 'recorded':
      return {
        ...view,
        parts: view.parts.filter(
          (part) =>
            change.replaces?.includes('message_id' in part ? part.message_id : part.id) !== true &&
            !change.messages.some((message) => holds(message, part)),
        ),
      };
    case 'queue-changed':
      return { ...view, queue: change.queue };
    case 'session-replaced':
      return { ...noLiveView, model: view.model };
    case 'process-ended':
      return { ...noLiveView, model: view.model, queue: view.queue, end: change.end };
    default:
      return assertNever(change);
  }
}

/** Claude waits for an answer to something that only its own terminal shows. */
export function asksInTerminal({ has_process, status, permissions }: LiveView): boolean {
  return has_process && status === 'waiting' && permissions.length === 0;
}

function asking(view: LiveView, permissions: LiveView['permissions']): LiveView {
  const isAnswered = view.status === 'waiting' && view.permissions.length > 0 && permissions.length === 0;
  return { ...view, permissions, ...(isAnswered ? { status: 'busy' } : {}) };
}

type Piece = Extract<LiveChange, { type: 'text' | 'thinking' }>;

function grown(parts: LivePart[], piece: Piece): LivePart[] {
  const at = placeOf(parts, piece);
  const known = parts[at];
  if (known?.type !== piece.type) return [...parts, piece];
  return parts.with(at, { ...known, text: known.text + piece.text });
}

/** A piece that does not know its block can only go on where the last one ended. */
function placeOf(parts: readonly LivePart[], piece: Piece): number {
  const last = parts.length - 1;
  const isSame = (part: LivePart | undefined) =>
    part?.type === piece.type && part.message_id === piece.message_id && part.block === piece.block;
  if (isSame(parts[last]) || piece.block === undefined) return isSame(parts[last]) ? last : -1;
  return parts.findLastIndex(isSame);
}

function isRetracted(part: LivePart, change: Extract<LiveChange, { type: 'retracted' }>): boolean {
  if (part.type !== 'text' && part.type !== 'thinking') return false;
  return part.message_id === change.message_id && (part.block ?? 0) >= change.from_block;
}

function holds(message: Message, part: LivePart): boolean {
  const isFinished = (id: string) => message.tool_calls?.some((call) => call.id === id) === true;
  switch (part.type) {
    case 'prompt':
      return message.id === part.id;
    case 'text':
    case 'thinking':
      return (
        message.id === part.message_id && (part.block === undefined || message.content.length > part.block)
      );
    case 'tool':
      return isFinished(part.id);
    default:
      return assertNever(part);
  }
}
