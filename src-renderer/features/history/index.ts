import { History } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export const history: Feature = {
  id: 'history',
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
  ],
  overlays: [
    { id: 'history-export', Content: lazyView(async () => (await import('./ExportDialog')).ExportDialog) },
  ],
};
