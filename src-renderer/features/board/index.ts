import { SquareKanban } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export const board: Feature = {
  id: 'board',
  views: [
    {
      id: 'board',
      name: 'Board',
      icon: SquareKanban,
      place: 'views',
      order: 10,
      chord: 'g b',
      needsProject: true,
      Content: lazyView(async () => (await import('./BoardView')).BoardView),
    },
  ],
  overlays: [
    { id: 'move-blocked', Content: lazyView(async () => (await import('./MoveDialogs')).MoveBlockedDialog) },
    { id: 'board-columns', Content: lazyView(async () => (await import('./ColumnsDialog')).ColumnsDialog) },
    { id: 'add-status', Content: lazyView(async () => (await import('./MoveDialogs')).AddStatusDialog) },
  ],
};
