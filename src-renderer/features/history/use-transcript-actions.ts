import type { HistorySession } from '@domain/history/record';
import type { Session } from '@domain/session/record';
import { CornerUpRight, Download, Link, PanelRight, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { copyLink } from '../../app/copy-link';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { menuAction } from '../../app/keymap/run-action';
import { openOverlay } from '../../app/state/window';
import { copyText } from '../../ui/copy-text';
import { openSession } from '../sessions';
import { exportArgument } from './export-scope.logic';

type TranscriptActs = {
  readonly session: HistorySession;
  /** The session of the open project that it is. */
  readonly own: Session | undefined;
  readonly chainLength: number;
  readonly link: string;
  readonly hasProject: boolean;
};

export const transcriptActions: ActionMaker<TranscriptActs> = (latest) => {
  const place = { section: 'History', view: 'history' } as const;
  const now = () => latest.current;
  const id = () => now().session.id;
  return [
    {
      id: 'history.open',
      name: 'Open the session of this transcript',
      chord: 'v o',
      icon: PanelRight,
      ...place,
      isAvailable: () => now().own !== undefined,
      run() {
        const { own } = now();
        if (own !== undefined) openSession(own);
      },
    },
    {
      id: 'history.export',
      name: 'Export this transcript…',
      chord: 'v e',
      icon: Download,
      words: 'save markdown json',
      ...place,
      run() {
        const { session, chainLength } = now();
        const scope = { ids: [session.id], chain: chainLength, bead: session.bead_id };
        openOverlay('history-export', exportArgument(scope));
      },
    },
    {
      id: 'history.copy-link',
      name: 'Copy a link to this transcript',
      chord: 'v l',
      icon: Link,
      ...place,
      run: () => copyLink(now().link),
    },
    {
      id: 'history.copy-id',
      name: 'Copy the id of this transcript',
      chord: 'v i',
      ...place,
      run: () => void copyText(id(), 'Id copied'),
    },
    {
      id: 'history.copy-path',
      name: 'Copy the path of this transcript',
      chord: 'v p',
      ...place,
      isAvailable: () => now().session.transcript_path !== null,
      run: () => void copyText(now().session.transcript_path ?? '', 'Path copied'),
    },
    {
      id: 'history.copy-resume',
      name: 'Copy the command that resumes this transcript',
      chord: 'v r',
      words: 'claude terminal',
      ...place,
      run: () => void copyText(`claude --resume ${id()}`, 'Command copied'),
    },
    {
      id: 'history.link',
      name: 'Link this transcript to a bead…',
      chord: 'v b',
      ...place,
      isAvailable: () => now().hasProject && now().session.bead_id === null,
      run: () => openOverlay('history-link', id()),
    },
    {
      id: 'history.continue',
      name: 'Continue this transcript in a new session…',
      chord: 'v c',
      icon: CornerUpRight,
      words: 'hand off chain',
      ...place,
      isAvailable: () => now().own !== undefined && now().session.status === 'closed',
      run: () => openOverlay('hand-off-session', id()),
    },
    {
      id: 'history.trash',
      name: 'Move this transcript to the trash…',
      chord: 'v t',
      icon: Trash2,
      words: 'delete remove',
      ...place,
      isAvailable: () => now().session.status === 'closed',
      run: () => openOverlay('history-delete', id()),
    },
    menuAction({ id: 'history.prompts', name: 'Jump to a prompt…', chord: 'v j', ...place }),
    menuAction({ id: 'history.tools', name: 'Show one tool alone…', chord: 'v w', ...place }),
    menuAction({ id: 'history.others', name: 'Sub-agents and branches…', chord: 'v g', ...place }),
  ];
};

/** What can be done with the transcript that is open: V and a letter. */
export function useTranscriptActions(acts: TranscriptActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const actions = useMemo(() => transcriptActions(latest), []);
  useActions(actions);
}
