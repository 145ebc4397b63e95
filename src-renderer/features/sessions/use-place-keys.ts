import { useEffect, useMemo, useRef } from 'react';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openSession } from './SessionRow';
import type { SeenSession } from './session-words.logic';

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const placeActions: ActionMaker<readonly SeenSession[]> = (latest) =>
  PLACES.map((place) => ({
    id: `sessions.place-${place}`,
    name: `Open session ${place} of the list`,
    chord: { electron: `mod+${place}`, serve: `alt+${place}` },
    section: 'Sessions',
    isAvailable: () => latest.current.length >= place,
    run() {
      const session = latest.current[place - 1];
      if (session !== undefined) openSession(session);
    },
  }));

/** Ctrl+1 to Ctrl+9: the sessions from the top of the sidebar, as they stand there now. */
export function usePlaceKeys(listed: readonly SeenSession[]): void {
  const latest = useRef(listed);
  useEffect(() => {
    latest.current = listed;
  });
  const actions = useMemo(() => placeActions(latest), []);
  useActions(actions);
}
