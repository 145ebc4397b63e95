import type { Figures } from '@domain/history/figures';
import type { IngestStatus } from '@domain/history/record';
import { useEffect, useRef } from 'react';
import { useQueryEntry, useStream } from '../../bridge/react';

const takeNew = (_before: IngestStatus, next: IngestStatus): IngestStatus => next;
/** A running session is read many times a minute; the figures need not be drawn as often. */
const REST_MS = 1500;

export type FiguresInput = { readonly since?: string; readonly project?: string };

/** The figures, and again whenever more of the history has been read. */
export function useFigures(input: FiguresInput, isEnabled = true) {
  const query = useQueryEntry('history.figures', input, { keepPrevious: true, staleMs: REST_MS, isEnabled });
  const { refetch } = query;
  const { value: status } = useStream('history.watch', {}, takeNew, { isFollowing: isEnabled });
  const mark = status === null ? '' : `${status.state} ${status.sessions_done} ${status.bytes_done}`;
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
