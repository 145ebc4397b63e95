import type { Board } from '@domain/bead/board';
import type { BoardColumn } from '@domain/bead/columns';
import { BOARD_SORTS, type BoardQuery, type BoardSort, EMPTY_QUERY, isFiltering } from '@domain/bead/query';
import type { Bead } from '@domain/bead/record';
import { ArrowDownUp, Columns3, Ellipsis, Layers, Link, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import { ActionItem } from '../../app/keymap/ActionItem';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSection } from '../../ui/Menu';
import styles from './BoardView.module.css';
import { countWords } from './column-words.logic';
import { FilterMenu } from './FilterMenu';
import { choicesOf, uncounted } from './filter-choices.logic';
import { useHeaderActions } from './use-header-actions';

type BoardHeaderProps = {
  readonly board: Board;
  readonly query: BoardQuery;
  readonly onQuery: (query: BoardQuery) => void;
  readonly beads: readonly Bead[];
  /** All of them, for the names of the hidden ones. */
  readonly allColumns: readonly BoardColumn[];
};

type Counted = Pick<BoardHeaderProps, 'beads' | 'board'>;

const SETTLED_MS = 300;

/** What did not change for a moment: counting 10,000 beads waits until the cards are drawn and a drop is done. */
function useSettled<T>(value: T): T | null {
  const [settled, setSettled] = useState<T | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const SORTS: Readonly<Record<BoardSort, string>> = {
  board: 'As the tracker orders them',
  priority: 'Priority',
  updated: 'Last changed',
  created: 'Newest',
  title: 'Title',
  id: 'Id',
};

export function BoardHeader({ board, query, onQuery, beads, allColumns }: BoardHeaderProps) {
  const titleOf = (id: string) => allColumns.find((column) => column.id === id)?.title ?? id;
  const counted = useSettled<Counted>(useMemo(() => ({ beads, board }), [beads, board]));
  const known = useMemo(() => (counted === null ? null : choicesOf(counted.beads, counted.board)), [counted]);
  const choices = known ?? uncounted(query, board);
  const newShortcut = useShortcutOf('beads.new');
  const set = (patch: Partial<BoardQuery>) => onQuery({ ...query, ...patch });
  useHeaderActions({ query, onQuery });
  return (
    <>
      <ViewHeader title="Board">
        <Button
          variant="quiet"
          icon={Layers}
          aria-pressed={query.group === 'epic'}
          onClick={() => set({ group: query.group === 'epic' ? 'none' : 'epic' })}
        >
          <span className={styles['label']}>{query.group === 'epic' ? 'By epic' : 'No grouping'}</span>
        </Button>
        <Menu
          align="end"
          trigger={
            <Button variant="quiet" icon={ArrowDownUp} data-action="board.sort">
              <span className={styles['label']}>
                {query.sort === 'board' ? 'Sort' : `Sort: ${SORTS[query.sort]}`}
              </span>
            </Button>
          }
        >
          {BOARD_SORTS.map((sort) => (
            <MenuItem key={sort} isChosen={query.sort === sort} onSelect={() => set({ sort })}>
              {SORTS[sort]}
            </MenuItem>
          ))}
        </Menu>
        <Button icon={Plus} shortcut={newShortcut} onClick={() => openOverlay('new-bead')}>
          New bead
        </Button>
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label="More for the board" data-action="board.more" />}
        >
          <ActionItem id="board.copy-link" icon={Link}>
            Copy a link to this view
          </ActionItem>
          <ActionItem id="board.columns" icon={Columns3}>
            Columns…
          </ActionItem>
          {Object.keys(board.hiddenCounts).length > 0 && (
            <MenuSection label="Hidden columns">
              {Object.entries(board.hiddenCounts).map(([id, count]) => (
                <MenuItem
                  key={id}
                  hint={countWords(count)}
                  onSelect={() => set({ columns: [...query.columns, id] })}
                >
                  {`Show ${titleOf(id)}`}
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </ViewHeader>
      <search className={styles['filter']} aria-label="Filter the board">
        <input
          type="search"
          data-board-filter
          aria-label="Filter by text"
          placeholder="Filter"
          value={query.text}
          maxLength={500}
          onChange={(event) => set({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            if (query.text === '') event.currentTarget.blur();
            else set({ text: '' });
          }}
        />
        {choices.map((choice) => (
          <FilterMenu key={choice.field} choice={choice} query={query} onQuery={onQuery} />
        ))}
        {query.columns.length > 0 && (
          <Button variant="quiet" size="s" onClick={() => set({ columns: [] })}>
            {`Hide ${query.columns.map(titleOf).join(', ')}`}
          </Button>
        )}
        {isFiltering(query) && (
          <Button
            variant="quiet"
            size="s"
            onClick={() =>
              onQuery({ ...EMPTY_QUERY, group: query.group, sort: query.sort, columns: query.columns })
            }
          >
            Clear the filter
          </Button>
        )}
      </search>
    </>
  );
}
