import { createElement } from 'react';
import type { PaletteItem } from '../../app/feature';
import { folderName } from '../../app/project-words';
import { navigate } from '../../app/state/route';
import { useQueryEntry } from '../../bridge/react';
import { Mark } from '../../ui/Mark';
import { placeRest } from './history-route.logic';
import { historyTitle, whenWords } from './history-words.logic';
import { useFaces } from './use-faces';

const MOST = 40;
const STALE_MS = 30_000;

/** The newest sessions of the history, begun anywhere; found by their title, their folder or their id. */
export function usePaletteHistory(): readonly PaletteItem[] {
  const { data } = useQueryEntry('history.results', { text: '', limit: MOST }, { staleMs: STALE_MS });
  const faceOf = useFaces();
  const nowMs = Date.now();
  return (data?.results ?? []).map(({ session }) => {
    const { mark } = faceOf(session);
    return {
      id: `history ${session.id}`,
      name: historyTitle(session),
      section: 'History',
      Icon: () => createElement(Mark, { state: mark, label: null }),
      kind: ['history', folderName(session.cwd), whenWords(session, nowMs)].filter(Boolean).join(', '),
      words: [session.id, session.bead_id, session.branch, ...session.tags].filter(Boolean).join(' '),
      run: () =>
        navigate('history', placeRest({ query: '', session: session.id, message: null, agent: null })),
    };
  });
}
