import { isWithin } from '@domain/history/project-map';
import { useCallback } from 'react';
import { openProject, useProject } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useClient } from '../../bridge/react';
import { openSession } from './SessionRow';
import type { SeenSession } from './session-words.logic';
import { useSessions } from './use-sessions';

type Place = Pick<SeenSession, 'id'> & Partial<Pick<SeenSession, 'cwd'>>;

/** Opens a session of any project; where it is another one than the open one, the window goes there first. */
export function useOpenSession(): (session: Place) => Promise<void> {
  const client = useClient();
  const isHere = useIsHere();
  return useCallback(
    async (session) => {
      if (isHere(session)) return openSession(session);
      const found = await client.call('sessions.folder', { id: session.id });
      if (!found.ok) return openSession(session);
      const { path } = found.value;
      if (await openProject(client, path)) openSession(session);
      else openOverlay('project.open', path);
    },
    [client, isHere],
  );
}

/** Whether it is a session of the open project; one of its newest, or one that runs in its folder. */
export function useIsHere(): (session: Place) => boolean {
  const project = useProject();
  const { value } = useSessions();
  return useCallback(
    ({ id, cwd }) =>
      project !== null &&
      ((value?.sessions ?? []).some((each) => each.id === id) || isWithin(cwd ?? '', project.path)),
    [project, value],
  );
}
