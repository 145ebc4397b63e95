import { EMPTY_QUERY } from '@domain/bead/query';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { type ReactNode, useCallback, useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { useSettings } from '../../app/state/settings';
import { openOverlay, useWindow } from '../../app/state/window';
import { useMinute } from '../../app/use-minute';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { BoardHeader } from './BoardHeader';
import styles from './BoardView.module.css';
import { useBoardState } from './board-state';
import { Column, ColumnRail } from './Column';
import { collapsedColumns } from './column-words.logic';
import { MoveMenu } from './MoveMenu';
import { useBoard, useBoardQuery } from './use-board';
import { useBoardKeys } from './use-board-keys';
import { useMoves } from './use-moves';

const readChoices = (kept: unknown): Readonly<Record<string, boolean>> =>
  typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};

/** The room the board has, not the window's. */
function useRoom() {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return;
    const watcher = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { measure, room };
}

export function BoardColumns({ snapshot, notices }: { snapshot: BeadsSnapshot; notices: ReactNode }) {
  const nowMs = useMinute();
  const [query, setQuery] = useBoardQuery();
  const { board, settled, allColumns } = useBoard(snapshot, query, nowMs);
  const moves = useMoves(settled);
  const { moving, selected, announcement } = useBoardState();
  const [choices, setChoices] = useLayoutValue('board_columns', readChoices);
  const scale = useSettings().appearance.text_size_percent / 100;
  const { measure, room } = useRoom();
  const ids = board.columns.map((view) => view.column.id);
  const collapsed = collapsedColumns(ids, room, scale, choices);
  const open = board.columns.filter((view) => !collapsed.has(view.column.id));
  const choose = (id: string, isCollapsed: boolean) => setChoices({ ...choices, [id]: isCollapsed });
  const [menuFor, setMenuFor] = useState<string | null>(null);
  const hasOverlay = useWindow((state) => state.overlay !== null);
  const isCovered = menuFor !== null || hasOverlay;
  useBoardKeys({ board, columns: open, moves, query, openMenu: setMenuFor, isCovered });

  const isEmpty = board.cards.size === 0;
  const shownCount = board.columns.reduce((sum, view) => sum + view.cards.length, 0);
  return (
    <>
      <BoardHeader
        board={board}
        query={query}
        onQuery={setQuery}
        beads={snapshot.beads}
        allColumns={allColumns}
      />
      <div className={styles['notices']}>{notices}</div>
      {isEmpty ? (
        <div className={styles['centre']}>
          <EmptyState
            title="No beads yet"
            actions={
              <Button variant="primary" onClick={() => openOverlay('new-bead')}>
                New bead…
              </Button>
            }
          >
            Beads are the things to be done in this project. The first one makes this a board.
          </EmptyState>
        </div>
      ) : board.isFiltered && shownCount === 0 ? (
        <div className={styles['centre']}>
          <EmptyState
            title="Nothing matches the filter"
            actions={
              <Button onClick={() => setQuery({ ...EMPTY_QUERY, group: query.group, sort: query.sort })}>
                Clear the filter
              </Button>
            }
          >
            {`${board.cards.size} beads are hidden by it.`}
          </EmptyState>
        </div>
      ) : (
        <div ref={measure} className={styles['board']} data-board>
          {board.columns.map((view) =>
            collapsed.has(view.column.id) ? (
              <ColumnRail key={view.column.id} view={view} onExpand={() => choose(view.column.id, false)} />
            ) : (
              <Column
                key={view.column.id}
                view={view}
                isFiltered={board.isFiltered}
                selected={selected}
                moving={moving}
                nowMs={nowMs}
                onDrop={(id) => void moves.move(id, view.column)}
                onCollapse={() => choose(view.column.id, true)}
                onShowOlder={() => setQuery({ ...query, expanded: [...query.expanded, view.column.id] })}
              />
            ),
          )}
        </div>
      )}
      <MoveMenu board={board} beadId={menuFor} onClose={() => setMenuFor(null)} onMove={moves.move} />
      <div role="status" aria-live="polite" className={styles['hidden']}>
        {announcement}
      </div>
    </>
  );
}
