import { Footprints } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { useProjectState } from '../../app/state/project';
import { Tour } from './Tour';
import { startTour } from './tour-state';

export { startTour } from './tour-state';

export const tour: Feature = {
  id: 'tour',
  actions: [
    {
      id: 'tour.start',
      name: 'Show the tour',
      chord: 'g ?',
      icon: Footprints,
      section: 'Window',
      words: 'help guide introduction first steps',
      isAvailable: () => useProjectState.getState().project !== null,
      run: startTour,
    },
  ],
  sidebar: [
    {
      id: 'tour',
      place: 'foot',
      order: 5,
      Content: lazyView(async () => (await import('./TourOffer')).TourOffer),
    },
  ],
  Always: Tour,
};
