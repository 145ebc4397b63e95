import type { Figures } from '@domain/history/figures';
import type { Period } from '@domain/history/period';
import type { IngestStatus } from '@domain/history/record';
import { useEffect, useRef } from 'react';
import { useMinute } from '../../app/use-minute';
import { useQueryEntry, useStream } from '../../bridge/react';

const takeNew = (_before: IngestStatus, next: IngestStatus): IngestStatus => next;
/** A running session is read many times a minute; the figures need not be drawn as often. */
const REST_MS = 1500;

export type FiguresInput = { readonly period?: Period; readonly project?: string };
/** Wherever the history is, its midnight falls on a quarter of an hour here. */
const QUARTER_MS = 15 * 60_000;

/** The figures, and again whenever more of the history has been read or a day may have begun. */
export function useFigures(input: FiguresInput, isEnabled = true) {
  const query = useQueryEntry('history.figures', input, { keepPrevious: true, staleMs: REST_MS, isEnabled });
  const { refetch } = query;
  const { value: status } = useStream('history.watch', {}, takeNew, { isFollowing: isEnabled });
  const quarter = Math.floor(useMinute() / QUARTER_MS);
  const read = status === null ? '' : `${status.state} ${status.sessions_done} ${status.bytes_done}`;
  const mark = `${quarter} ${read}`;
  const asked = useRef(mark);
  useEffect(() => {
    if (!isEnabled || asked.current === mark) return;
    const timer = setTimeout(() => {
      asked.current = mark;
      void refetch();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [mark, refetch, isEnabled]);
  return {
    figures: query.data as Figures | undefined,
    failure: query.error?.failure ?? null,
    isReading: status?.state === 'reading' || status?.state === 'looking',
    refetch: () => void refetch(),
  };
}
