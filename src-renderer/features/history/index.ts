import { FolderSymlink, History } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { openOverlay } from '../../app/state/window';

import { usePaletteHistory } from './palette-items';

export { exportArgument } from './export-scope.logic';

export const history: Feature = {
  id: 'history',
  actions: [
    {
      id: 'history.read',
      name: 'Read the history…',
      chord: 'g r',
      icon: History,
      section: 'History',
      words: 'backfill import transcripts progress',
      run: () => openOverlay('history-reading'),
    },
    {
      id: 'history.folders',
      name: 'Folders of the history…',
      chord: 'g f',
      icon: FolderSymlink,
      section: 'History',
      words: 'remap moved project unassociated',
      run: () => openOverlay('history-folders'),
    },
  ],
  views: [
    {
      id: 'history',
      name: 'History',
      icon: History,
      place: 'views',
      order: 20,
      chord: 'g h',
      words: 'search transcripts sessions past find export backfill',
      needsProject: false,
      Content: lazyView(async () => (await import('./HistoryView')).HistoryView),
    },
    {
      id: 'compare',
      name: 'Compare',
      icon: History,
      place: 'none',
      order: 21,
      needsProject: false,
      Content: lazyView(async () => (await import('./CompareView')).CompareView),
    },
  ],
  declare: async () => (await import('./declared-actions')).declared,
  usePaletteItems: usePaletteHistory,
  overlays: [
    {
      id: 'history-delete',
      Content: lazyView(async () => (await import('./DeleteSessionsDialog')).DeleteSessionsDialog),
    },
    { id: 'history-odd', Content: lazyView(async () => (await import('./OddLinesDialog')).OddLinesDialog) },
    { id: 'history-link', Content: lazyView(async () => (await import('./LinkBeadDialog')).LinkBeadDialog) },
    { id: 'history-folders', Content: lazyView(async () => (await import('./FoldersDialog')).FoldersDialog) },
    { id: 'history-reading', Content: lazyView(async () => (await import('./ReadingDialog')).ReadingDialog) },
    { id: 'history-export', Content: lazyView(async () => (await import('./ExportDialog')).ExportDialog) },
  ],
};
