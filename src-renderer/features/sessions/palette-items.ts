import { createElement } from 'react';
import type { PaletteItem } from '../../app/feature';
import { useProject } from '../../app/state/project';
import { MARK_ORDER, Mark } from '../../ui/Mark';
import { openSession } from './SessionRow';
import { markOf, statusWords, titleOf } from './session-words.logic';
import { useSessions } from './use-sessions';

/** Sessions, those that need a person first. */
export function usePaletteSessions(): readonly PaletteItem[] {
  const hasProject = useProject() !== null;
  const { value } = useSessions();
  if (!hasProject) return [];
  return (value?.sessions ?? [])
    .filter((session) => session.trashed_at === undefined)
    .toSorted((a, b) => MARK_ORDER.indexOf(markOf(a)) - MARK_ORDER.indexOf(markOf(b)))
    .map((session) => ({
      id: `session ${session.id}`,
      name: titleOf(session),
      section: 'Sessions',
      Icon: () => createElement(Mark, { state: markOf(session), label: null }),
      kind: `session, ${statusWords(session)}`,
      words: [session.bead_id, session.id, ...session.tags].filter(Boolean).join(' '),
      run: () => openSession(session),
    }));
}
