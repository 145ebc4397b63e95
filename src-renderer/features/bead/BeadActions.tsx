import { Plus } from 'lucide-react';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { openOverlay } from '../../app/state/window';

export const BEAD_ACTIONS: readonly Action[] = [
  {
    id: 'beads.new',
    name: 'New bead…',
    chord: 'c',
    icon: Plus,
    section: 'Beads',
    words: 'create add issue',
    run: () => openOverlay('new-bead'),
  },
];

export function BeadActions() {
  useActions(BEAD_ACTIONS);
  return null;
}
