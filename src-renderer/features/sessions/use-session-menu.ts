import { Copy, Download, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openOverlay } from '../../app/state/window';
import type { SeenSession } from './session-words.logic';
import { useExport } from './use-export';
import { useSessionEdits } from './use-session-edits';

type MenuActs = {
  readonly session: SeenSession;
  readonly edit: ReturnType<typeof useSessionEdits>;
  readonly exports: ReturnType<typeof useExport>;
};

const isTrashed = ({ trashed_at }: SeenSession) => trashed_at !== undefined;
const canTrash = (session: SeenSession) => session.status === 'closed' && !isTrashed(session);

export const menuActions: ActionMaker<MenuActs> = (latest) => [
  {
    id: 'sessions.export-md',
    name: 'Export this session as markdown',
    chord: 'x m',
    icon: Download,
    section: 'Sessions',
    words: 'save file download',
    run: () => void latest.current.exports.save('md'),
  },
  {
    id: 'sessions.copy-md',
    name: 'Copy this session as markdown',
    chord: 'x c',
    icon: Copy,
    section: 'Sessions',
    run: () => void latest.current.exports.copy(),
  },
  {
    id: 'sessions.export-json',
    name: 'Export this session as JSON',
    chord: 'x j',
    icon: Download,
    section: 'Sessions',
    words: 'save file download',
    run: () => void latest.current.exports.save('json'),
  },
  {
    id: 'sessions.delete',
    name: 'Move this session to the trash…',
    chord: 'x t',
    icon: Trash2,
    section: 'Sessions',
    words: 'delete remove',
    isAvailable: () => canTrash(latest.current.session),
    run: () => openOverlay('delete-session', latest.current.session.id),
  },
  {
    id: 'sessions.untrash',
    name: 'Take this session back from the trash',
    chord: 'x u',
    icon: Undo2,
    section: 'Sessions',
    words: 'restore undelete',
    isAvailable: () => isTrashed(latest.current.session),
    run: () => void latest.current.edit('sessions.untrash', {}),
  },
];

/** What is in the menu of the bar: X and a letter for the session that is shown. */
export function useSessionMenu(session: SeenSession): void {
  const edit = useSessionEdits(session);
  const exports = useExport(session);
  const latest = useRef({ session, edit, exports });
  useEffect(() => {
    latest.current = { session, edit, exports };
  });
  const actions = useMemo(() => menuActions(latest), []);
  useActions(actions);
}
