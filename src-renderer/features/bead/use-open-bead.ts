import { useCallback, useRef } from 'react';
import { openPanel } from '../../app/state/layout';
import { navigate } from '../../app/state/route';
import { useBeads } from './use-beads';

/** Opens a bead of the open project; one that is not there has its sessions in the history, wherever they were. */
export function useOpenBead(): (id: string) => void {
  const { value } = useBeads();
  const beads = useRef(value?.beads);
  beads.current = value?.beads;
  return useCallback((id) => {
    if (beads.current?.some((bead) => bead.id === id)) openPanel({ id: 'bead', argument: id });
    else navigate('history', encodeURIComponent(`bead:${id}`));
  }, []);
}
