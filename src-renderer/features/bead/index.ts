import { createElement } from 'react';
import type { Feature } from '../../app/feature';
import { declarationsOf } from '../../app/keymap/action';
import { lazyView } from '../../app/lazy-view';
import { useProject } from '../../app/state/project';
import { BEAD_ACTIONS, BeadActions } from './BeadActions';
import { PaletteBeads, usePaletteBeads } from './palette-items';

function Always() {
  return useProject() === null
    ? null
    : [createElement(BeadActions, { key: 'actions' }), createElement(PaletteBeads, { key: 'palette' })];
}

export const bead: Feature = {
  id: 'bead',
  panels: [
    { id: 'bead', name: 'Bead', Content: lazyView(async () => (await import('./BeadPanel')).BeadPanel) },
  ],
  overlays: [
    { id: 'new-bead', Content: lazyView(async () => (await import('./NewBeadDialog')).NewBeadDialog) },
    { id: 'close-bead', Content: lazyView(async () => (await import('./CloseBeadDialog')).CloseBeadDialog) },
  ],
  declare: async () => [
    ...BEAD_ACTIONS,
    ...declarationsOf((await import('./use-panel-actions')).panelActions),
  ],
  usePaletteItems: usePaletteBeads,
  Always,
};

export { beadSentences } from './bead-errors';
export { statusWord } from './bead-words.logic';
export { Priority } from './Priority';
export { typeIcon } from './type-icon';
export { foldBeads, useBeads } from './use-beads';
export { useOpenBead } from './use-open-bead';
export { useWriteBar, writeBar } from './write-bar';
