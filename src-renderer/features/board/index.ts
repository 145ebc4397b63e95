import { SquareKanban } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { declarationsOf } from '../../app/keymap/action';
import { lazyView } from '../../app/lazy-view';
import { BoardAhead } from './BoardAhead';
import { BoardView } from './BoardView';
import { boardKeys } from './use-board-keys';
import { headerActions } from './use-header-actions';

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
      // In the first load: it is what nearly every window opens with.
      Content: BoardView,
      Ahead: BoardAhead,
    },
  ],
  declare: async () => [...declarationsOf(boardKeys), ...declarationsOf(headerActions)],
  overlays: [
    { id: 'move-blocked', Content: lazyView(async () => (await import('./MoveDialogs')).MoveBlockedDialog) },
    { id: 'board-columns', Content: lazyView(async () => (await import('./ColumnsDialog')).ColumnsDialog) },
    { id: 'add-status', Content: lazyView(async () => (await import('./MoveDialogs')).AddStatusDialog) },
  ],
};
