import { Stethoscope } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export { WhatWeNeed } from './WhatWeNeed';

export const doctor: Feature = {
  id: 'doctor',
  views: [
    {
      id: 'doctor',
      name: 'Doctor',
      icon: Stethoscope,
      place: 'foot',
      order: 80,
      words: 'check this machine health programs',
      chord: 'g c',
      needsProject: false,
      Content: lazyView(async () => (await import('./DoctorView')).DoctorView),
    },
  ],
};
