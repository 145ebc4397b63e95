import type { SessionId } from '@domain/ids';
import type { Ask, Doing, DoingChange } from './doing';
import { IN_TERMINAL } from './in-terminal';
import type { LiveView } from './live';
import { asksInTerminal } from './live-view';

/** What is told when the view becomes this; null: nothing that a badge would show has changed. */
export function doingChange(
  session_id: SessionId,
  before: Doing | undefined,
  view: LiveView,
  now: string,
): DoingChange | null {
  const isThere = view.asks_first !== null || asksInTerminal(view);
  // Before it has begun it may ask already.
  if (!view.has_process && !isThere) return before === undefined ? null : { type: 'ended', session_id };
  const asked = view.permissions.map(
    ({ id, tool }) => before?.asks.find((ask) => ask.id === id) ?? { id, tool, since: now },
  );
  const asks: Ask[] = isThere ? [...asked, askThere(before, now)] : asked;
  const isSame =
    before?.status === view.status &&
    before.asks.length === asks.length &&
    asks.every((ask, index) => ask === before.asks[index]);
  return isSame ? null : { type: 'does', doing: { session_id, status: view.status, asks } };
}

function askThere(before: Doing | undefined, now: string): Ask {
  const known = before?.asks.find(({ tool }) => tool === IN_TERMINAL);
  return known ?? { id: `${IN_TERMINAL} ${now}`, tool: IN_TERMINAL, since: now };
}

export function applyDoing(doing: readonly Doing[], change: DoingChange): readonly Doing[] {
  const id = change.type === 'does' ? change.doing.session_id : change.session_id;
  const others = doing.filter(({ session_id }) => session_id !== id);
  return change.type === 'does' ? [...others, change.doing] : others;
}
