import { ChartColumn } from 'lucide-react';
import type { Feature } from '../../app/feature';
import { declarationsOf } from '../../app/keymap/action';
import { lazyView } from '../../app/lazy-view';
import { Today } from './Today';

export { useFigures } from './use-figures';

export const dashboard: Feature = {
  id: 'dashboard',
  views: [
    {
      id: 'dashboard',
      name: 'Dashboard',
      icon: ChartColumn,
      place: 'views',
      order: 30,
      chord: 'g d',
      words: 'figures cost tokens spending report statistics',
      needsProject: true,
      Content: lazyView(async () => (await import('./DashboardView')).DashboardView),
    },
  ],
  declare: async () => declarationsOf((await import('./use-dashboard-actions')).dashboardActions),
  sidebar: [{ id: 'today', place: 'foot', order: 10, Content: Today }],
};
