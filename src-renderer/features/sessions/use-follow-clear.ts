import { useEffect, useRef } from 'react';
import { openSession } from './SessionRow';
import type { SeenSession } from './session-words.logic';

/** `/clear` closes a session and Claude goes on in its child: whoever was looking goes along. */
export function useFollowClear(session: SeenSession, all: readonly SeenSession[]): void {
  const seenOpen = useRef<string | null>(null);
  const { id, status } = session;
  const next = all.find((one) => one.parent_id === id && one.source === 'clear' && one.status !== 'closed');
  useEffect(() => {
    if (status !== 'closed') seenOpen.current = id;
    else if (seenOpen.current === id && next !== undefined) {
      seenOpen.current = null;
      openSession(next);
    }
  }, [id, status, next]);
}
