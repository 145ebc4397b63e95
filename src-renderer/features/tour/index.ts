import { Footprints } from 'lucide-react';
import { createElement } from 'react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';
import { useProjectState } from '../../app/state/project';
import { useAfterFirstScreen } from '../../app/use-after-first-screen';
import { Tour } from './Tour';
import { startTour } from './tour-state';

export { startTour } from './tour-state';

const Offer = lazyView(async () => (await import('./TourOffer')).TourOffer);

function LaterOffer({ isRail }: { isRail: boolean }) {
  return useAfterFirstScreen() ? createElement(Offer, { isRail }) : null;
}

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
      Content: LaterOffer,
    },
  ],
  Always: Tour,
};
