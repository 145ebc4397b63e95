import { ScrollText } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { lazyView } from '../../app/lazy-view';

export const audit: Feature = {
  id: 'audit',
  views: [
    {
      id: 'audit',
      name: 'Audit log',
      icon: ScrollText,
      place: 'foot',
      order: 70,
      words: 'runs who when trigger outcome redactions privacy chain verify history',
      chord: 'g a',
      needsProject: false,
      Content: lazyView(async () => (await import('./AuditView')).AuditView),
    },
  ],
};
