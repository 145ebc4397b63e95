import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { useProjectState } from '../../app/state/project';
import { openOverlay } from '../../app/state/window';
import type { StreamSnapshot } from '../../bridge/client';
import { useStream } from '../../bridge/react';
import { showToast } from '../../ui/toast-store';
import { noticeWords } from './store-notices.logic';

const hasProject = () => useProjectState.getState().project !== null;

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
        id: 'sessions.trash',
        name: 'Trash of deleted sessions',
        chord: 'g t',
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

type Notices = StreamSnapshot<'sessions.watchNotices'>;
const withNotice = (value: Notices, notice: Notices['notices'][number]): Notices => ({
  notices: [...value.notices, notice],
});

/** What a store had to repair is said once per window, whenever it opened and while it is open. */
export function StoreNotices() {
  const said = useRef(new Set<string>());
  const { value } = useStream('sessions.watchNotices', {}, withNotice);
  useEffect(() => {
    for (const notice of value?.notices ?? []) {
      const words = noticeWords(notice);
      // Two stores that say the same need one sentence; the same trouble at another time is told again.
      const key = words === null ? '' : `${words.title} ${words.text} ${notice.at.slice(0, 16)}`;
      if (words === null || said.current.has(key)) continue;
      said.current.add(key);
      showToast({ ...words, tone: 'waiting', isSticky: true });
    }
  }, [value]);
  return null;
}
