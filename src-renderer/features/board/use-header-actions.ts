import type { BoardQuery } from '@domain/bead/query';
import { encodeQuery } from '@domain/bead/query-link';
import { ArrowDownUp, Columns3, Ellipsis, Layers, Link, ListFilter } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { copyLink } from '../../app/copy-link';
import type { ActionMaker } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { menuAction } from '../../app/keymap/run-action';
import { openOverlay } from '../../app/state/window';
import { FIELDS } from './filter-choices.logic';

type HeaderActs = { readonly query: BoardQuery; readonly onQuery: (query: BoardQuery) => void };

export const headerActions: ActionMaker<HeaderActs> = (latest) => {
  const place = { section: 'Board', view: 'board' } as const;
  return [
    {
      id: 'board.group',
      name: 'Group the board by epic, or not',
      chord: 'v g',
      icon: Layers,
      ...place,
      run() {
        const { query, onQuery } = latest.current;
        onQuery({ ...query, group: query.group === 'epic' ? 'none' : 'epic' });
      },
    },
    menuAction({ id: 'board.sort', name: 'Sort the board…', chord: 'v s', icon: ArrowDownUp, ...place }),
    {
      id: 'board.columns',
      name: 'Change the columns of the board…',
      chord: 'v c',
      icon: Columns3,
      ...place,
      run: () => openOverlay('board-columns'),
    },
    {
      id: 'board.copy-link',
      name: 'Copy a link to this view of the board',
      chord: 'v l',
      icon: Link,
      ...place,
      run: () => copyLink(`#/board/${encodeQuery(latest.current.query)}`),
    },
    menuAction({
      id: 'board.more',
      name: 'More for the board…',
      chord: 'v m',
      icon: Ellipsis,
      words: 'hidden columns',
      ...place,
    }),
    ...FIELDS.map(({ field, name }, index) =>
      menuAction({
        id: `board.filter-${field}`,
        name: `Filter the board by ${name.toLowerCase()}…`,
        chord: `v ${index + 1}`,
        icon: ListFilter,
        ...place,
      }),
    ),
  ];
};

/** What stands in the head of the board: V and a letter or a number. */
export function useHeaderActions(acts: HeaderActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const actions = useMemo(() => headerActions(latest), []);
  useActions(actions);
}
