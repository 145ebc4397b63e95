import { House } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export const welcome: Feature = {
  id: 'welcome',
  views: [
    {
      id: 'welcome',
      name: 'Welcome',
      icon: House,
      place: 'none',
      order: 0,
      needsProject: false,
      isFullWindow: true,
      Content: lazyView(async () => (await import('./WelcomeView')).WelcomeView),
    },
  ],
};
