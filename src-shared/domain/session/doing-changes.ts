import type { SessionId } from '@domain/ids';
import type { Doing, DoingChange } from './doing';
import type { LiveView } from './live';

/** What is told when the view becomes this; null: nothing that a badge would show has changed. */
export function doingChange(
  session_id: SessionId,
  before: Doing | undefined,
  view: LiveView,
  now: string,
): DoingChange | null {
  if (!view.has_process) return before === undefined ? null : { type: 'ended', session_id };
  const asks = view.permissions.map(
    ({ id, tool }) => before?.asks.find((ask) => ask.id === id) ?? { id, tool, since: now },
  );
  const isSame =
    before?.status === view.status &&
    before.asks.length === asks.length &&
    asks.every((ask, index) => ask === before.asks[index]);
  return isSame ? null : { type: 'does', doing: { session_id, status: view.status, asks } };
}

export function applyDoing(doing: readonly Doing[], change: DoingChange): readonly Doing[] {
  const id = change.type === 'does' ? change.doing.session_id : change.session_id;
  const others = doing.filter(({ session_id }) => session_id !== id);
  return change.type === 'does' ? [...others, change.doing] : others;
}
