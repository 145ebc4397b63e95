import { type Board, boardOf } from '@domain/bead/board';
import { type BoardColumn, readColumns } from '@domain/bead/columns';
import { type BoardQuery, EMPTY_QUERY } from '@domain/bead/query';
import { decodeQuery, encodeQuery } from '@domain/bead/query-link';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { useEffect, useMemo, useRef } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { useRoute } from '../../app/state/route';
import { useSettings } from '../../app/state/settings';
import { endMoves, useBoardState } from './board-state';
import { arrived, withMoves } from './optimistic.logic';

/** A board a minute old is as good as new: only "put off until" depends on the moment. */
const MOMENT_MS = 60_000;

export function useBoard(
  snapshot: BeadsSnapshot,
  query: BoardQuery,
  nowMs: number,
): { board: Board; settled: Board; allColumns: readonly BoardColumn[] } {
  const { columns: stored } = useSettings().board;
  const columns = useMemo(() => readColumns(stored), [stored]);
  const previous = useRef<Board | null>(null);
  const moment = Math.floor(nowMs / MOMENT_MS) * MOMENT_MS;
  const rules = snapshot.tracker.type === 'open' ? snapshot.tracker.info.rules : null;
  const { beads } = snapshot;
  const settled = useMemo(() => {
    if (rules === null) return null;
    const next = boardOf({ beads, rules, columns, query, nowMs: moment }, previous.current);
    previous.current = next;
    return next;
  }, [beads, rules, columns, query, moment]);
  const moving = useBoardState((state) => state.moving);
  const written = useBoardState((state) => state.written);
  useEffect(() => {
    const seen = settled === null ? [] : arrived(settled, written);
    if (seen.length > 0) endMoves(seen);
  }, [settled, written]);
  const board = useMemo(() => (settled === null ? null : withMoves(settled, moving)), [settled, moving]);
  if (settled === null || board === null) throw new Error('A board is drawn only for an open tracker');
  return { board, settled, allColumns: columns };
}

/** The query lives in the link while there is one, else in what is remembered for this project. */
export function useBoardQuery(): [BoardQuery, (query: BoardQuery) => void] {
  const rest = useRoute((route) => (route.view === 'board' ? route.rest : ''));
  const [kept, keep] = useLayoutValue('board_query', (value) => (typeof value === 'string' ? value : ''));
  const text = rest === '' ? kept : rest;
  const query = useMemo(() => (text === '' ? EMPTY_QUERY : decodeQuery(text)), [text]);
  const change = (next: BoardQuery) => {
    const encoded = encodeQuery(next);
    keep(encoded);
    // The address keeps its place in the history: a filter is not a page to go back to.
    const hash = encoded === '' ? '#/board' : `#/board/${encoded}`;
    window.history.replaceState(null, '', hash);
    useRoute.setState({ view: 'board', rest: encoded }, true);
  };
  return [query, change];
}
