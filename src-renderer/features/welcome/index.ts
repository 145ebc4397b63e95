import { House } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { WelcomeView } from './WelcomeView';

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
      Content: WelcomeView,
    },
  ],
};
