import { CalendarDays, Download, FolderGit2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { Action, ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { menuAction } from '../../app/keymap/run-action';
import { PERIODS, type PeriodChoice } from './dashboard.logic';

type DashboardActs = {
  readonly onPeriod: (period: PeriodChoice) => void;
  readonly onPlace: (place: 'project' | 'all') => void;
  /** Null while the figures are not there. */
  readonly save: ((format: 'csv' | 'json') => void) | null;
};

export const dashboardActions: ActionMaker<DashboardActs> = (latest) => {
  const place = { section: 'Dashboard', view: 'dashboard' } as const;
  const isSavable = () => latest.current.save !== null;
  return [
    ...PERIODS.map(
      ({ value, label }, index): Action => ({
        id: `dashboard.period-${value}`,
        name: value === 'all' ? 'Figures of all time' : `Figures of the last ${label}`,
        chord: `v ${index + 1}`,
        icon: CalendarDays,
        ...place,
        run: () => latest.current.onPeriod(value),
      }),
    ),
    {
      id: 'dashboard.this-project',
      name: 'Figures of this project',
      chord: 'v t',
      icon: FolderGit2,
      ...place,
      run: () => latest.current.onPlace('project'),
    },
    {
      id: 'dashboard.all-projects',
      name: 'Figures of all projects',
      chord: 'v a',
      icon: FolderGit2,
      ...place,
      run: () => latest.current.onPlace('all'),
    },
    menuAction({
      id: 'dashboard.other-project',
      name: 'Figures of another project…',
      chord: 'v p',
      icon: FolderGit2,
      ...place,
    }),
    {
      id: 'dashboard.save-csv',
      name: 'Save the figures as CSV',
      chord: 'v c',
      icon: Download,
      words: 'export download table',
      ...place,
      isAvailable: isSavable,
      run: () => latest.current.save?.('csv'),
    },
    {
      id: 'dashboard.save-json',
      name: 'Save the figures as JSON',
      chord: 'v j',
      icon: Download,
      words: 'export download',
      ...place,
      isAvailable: isSavable,
      run: () => latest.current.save?.('json'),
    },
  ];
};

/** What stands in the head of the dashboard: V and a letter or a number. */
export function useDashboardActions(acts: DashboardActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const actions = useMemo(() => dashboardActions(latest), []);
  useActions(actions);
}
