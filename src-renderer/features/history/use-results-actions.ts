import { ArrowDownUp, Download, ListFilter, Search, Star, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { menuAction } from '../../app/keymap/run-action';
import { openOverlay } from '../../app/state/window';
import { foundArgument } from './export-scope.logic';

const FILTERS = ['date', 'bead', 'agent', 'tag', 'status'] as const;
/** The filters that always have a button, by the name of the action that opens it. */
export const filterAction = (key: string) => `history.filter-${key === 'since' ? 'date' : key}`;

type ResultsActs = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly total: number;
};

export const resultsActions: ActionMaker<ResultsActs> = (latest) => {
  const place = { section: 'History', view: 'history' } as const;
  const hasFound = () => latest.current.total > 0;
  return [
    {
      id: 'history.search',
      name: 'Search the history',
      chord: '/',
      icon: Search,
      ...place,
      run: () => latest.current.field.current?.select(),
    },
    {
      id: 'history.export-found',
      name: 'Export all that was found…',
      chord: 'v a',
      icon: Download,
      ...place,
      isAvailable: hasFound,
      run: () => openOverlay('history-export', foundArgument(latest.current.text)),
    },
    {
      id: 'history.trash-found',
      name: 'Move what was found to the trash…',
      chord: 'v d',
      icon: Trash2,
      words: 'delete remove',
      ...place,
      isAvailable: hasFound,
      run: () => openOverlay('history-delete', `?${latest.current.text}`),
    },
    {
      id: 'history.trash-all',
      name: 'Open the trash of all projects',
      chord: 'v u',
      icon: Trash2,
      words: 'restore undelete',
      ...place,
      run: () => openOverlay('session-trash', 'all'),
    },
    menuAction({
      id: 'history.order',
      name: 'Order of the results…',
      chord: 'v s',
      icon: ArrowDownUp,
      ...place,
    }),
    menuAction({ id: 'history.saved', name: 'Saved searches…', chord: 'v k', icon: Star, ...place }),
    ...FILTERS.map((key, index) =>
      menuAction({
        id: `history.filter-${key}`,
        name: `Filter the history by ${key}…`,
        chord: `v ${index + 1}`,
        icon: ListFilter,
        ...place,
      }),
    ),
    menuAction({
      id: 'history.filter-more',
      name: 'More filters of the history…',
      chord: 'v 6',
      icon: ListFilter,
      ...place,
    }),
  ];
};

/** What stands above the results: V and a letter or a number. */
export function useResultsActions(acts: ResultsActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const actions = useMemo(() => resultsActions(latest), []);
  useActions(actions);
}
