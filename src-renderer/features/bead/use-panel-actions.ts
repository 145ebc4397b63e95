import { suggestBranchName } from '@domain/bead/branch-name';
import type { Bead } from '@domain/bead/record';
import { CircleCheck, Copy, GitBranch, Play, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openOverlay } from '../../app/state/window';
import { copyText } from '../../ui/copy-text';

type BeadActs = {
  readonly bead: Bead;
  readonly canStart: boolean;
  readonly canClaim: boolean;
  readonly canWrite: boolean;
  readonly claim: () => void;
  readonly reopen: () => void;
};

export const panelActions: ActionMaker<BeadActs> = (latest) => {
  const section = 'Beads';
  const now = () => latest.current;
  const isClosed = () => now().bead.status === 'closed';
  return [
    {
      id: 'beads.start',
      name: 'Start work on the bead in the panel',
      chord: 'b s',
      icon: Play,
      section,
      isAvailable: () => now().canStart,
      run: () => openOverlay('start-work', now().bead.id),
    },
    {
      id: 'beads.claim',
      name: 'Claim the bead in the panel',
      chord: 'b c',
      section,
      words: 'take assign',
      isAvailable: () => now().canClaim,
      run: () => now().claim(),
    },
    {
      id: 'beads.close',
      name: 'Close the bead in the panel…',
      chord: 'b x',
      icon: CircleCheck,
      section,
      words: 'done finish',
      isAvailable: () => now().canWrite && !isClosed(),
      run: () => openOverlay('close-bead', now().bead.id),
    },
    {
      id: 'beads.reopen',
      name: 'Reopen the bead in the panel',
      chord: 'b o',
      icon: Undo2,
      section,
      isAvailable: () => now().canWrite && isClosed(),
      run: () => now().reopen(),
    },
    {
      id: 'beads.copy-id',
      name: 'Copy the id of the bead',
      chord: 'b i',
      icon: Copy,
      section,
      run: () => void copyText(now().bead.id, 'Id copied'),
    },
    {
      id: 'beads.copy-branch',
      name: 'Copy a branch name for the bead',
      chord: 'b n',
      icon: GitBranch,
      section,
      run: () => void copyText(suggestBranchName(now().bead), 'Branch name copied'),
    },
  ];
};

/** B and a letter for the bead that is open in the panel. */
export function usePanelActions(acts: BeadActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const actions = useMemo(() => panelActions(latest), []);
  useActions(actions);
}
