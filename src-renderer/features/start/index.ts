import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export const start: Feature = {
  id: 'start',
  overlays: [
    { id: 'start-work', Content: lazyView(async () => (await import('./StartDialog')).StartDialog) },
    {
      id: 'new-session',
      Content: lazyView(async () => (await import('./NewSessionDialog')).NewSessionDialog),
    },
  ],
};
