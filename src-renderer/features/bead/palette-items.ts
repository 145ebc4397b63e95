import type { Bead } from '@domain/bead/record';
import { createElement, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { PaletteItem } from '../../app/feature';
import { openPanel } from '../../app/state/layout';
import { useWindow } from '../../app/state/window';
import { Icon } from '../../ui/Icon';
import { statusWord } from './bead-words.logic';
import { typeIcon } from './type-icon';
import { useBeads } from './use-beads';

const NONE: readonly Bead[] = [];
const useFound = create<{ readonly beads: readonly Bead[] }>(() => ({ beads: NONE }));

/** Follows the beads only while the palette is open. */
export function PaletteBeads() {
  const isOpen = useWindow((state) => state.overlay?.id === 'palette');
  return isOpen ? createElement(Follow) : null;
}

function Follow() {
  const beads = useBeads().value?.beads ?? NONE;
  useEffect(() => useFound.setState({ beads }), [beads]);
  useEffect(() => () => useFound.setState({ beads: NONE }), []);
  return null;
}

/** Beads that are not closed come first. */
export function usePaletteBeads(): readonly PaletteItem[] {
  const { beads } = useFound();
  return useMemo(() => {
    const shown = beads.filter((bead) => bead.status !== 'tombstone');
    const isClosed = (bead: Bead) => bead.status === 'closed';
    return [...shown.filter((bead) => !isClosed(bead)), ...shown.filter(isClosed)].map(itemOf);
  }, [beads]);
}

function itemOf(bead: Bead): PaletteItem {
  return {
    id: `bead ${bead.id}`,
    name: bead.title,
    section: 'Beads',
    prefix: '#',
    Icon: () => createElement(Icon, { of: typeIcon(bead.issue_type), size: 's' }),
    kind: `${bead.id}, ${statusWord(bead.status).toLowerCase()}`,
    words: [bead.id, bead.issue_type, ...(bead.labels ?? [])].join(' '),
    run: () => openPanel({ id: 'bead', argument: bead.id }),
  };
}
