import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { panelOf, useLayoutState } from '../../app/state/layout';
import { useProjectState } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import { useQueryEntry } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { noticeWords } from './store-notices.logic';
import { useSessions } from './use-sessions';

const hasProject = () => useProjectState.getState().project !== null;

function shownSession(): string | null {
  const { layout } = useLayoutState.getState();
  const panel = panelOf(layout);
  return panel?.id === 'session' && !layout.is_panel_collapsed ? panel.argument : null;
}

export function SessionActions() {
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'sessions.new',
        name: 'New session…',
        chord: { electron: 'mod+shift+n', serve: 'alt+n' },
        icon: Plus,
        section: 'Sessions',
        words: 'draft start',
        isAvailable: hasProject,
        run: () => openOverlay('new-session'),
      },
      {
        id: 'sessions.end',
        name: 'End this session…',
        chord: 'e',
        section: 'Sessions',
        words: 'close',
        isAvailable: () => shownSession() !== null,
        run: () => openOverlay('end-session', shownSession() ?? ''),
      },
      {
        id: 'sessions.trash',
        name: 'Trash of deleted sessions',
        icon: Trash2,
        section: 'Sessions',
        words: 'undo restore untrash',
        isAvailable: hasProject,
        run: () => openOverlay('session-trash'),
      },
    ],
    [],
  );
  useActions(actions);
  return null;
}

/** What a store had to repair is said once per window, whenever it opened. */
export function StoreNotices() {
  const { status } = useSessions();
  const said = useRef(new Set<string>());
  const { data } = useQueryEntry('sessions.notices', {}, { isEnabled: status === 'live' });
  useEffect(() => {
    for (const notice of data?.notices ?? []) {
      const key = JSON.stringify(notice);
      const words = noticeWords(notice);
      if (words === null || said.current.has(key)) continue;
      said.current.add(key);
      showToast({ ...words, tone: 'waiting', isSticky: true });
    }
  }, [data]);
  return null;
}
