import type { IngestStatus } from '@domain/history/record';
import { useEffect, useRef } from 'react';
import { replace, useStream } from '../../bridge/react';

/** How far the reading of the history has come. `mark` is another one whenever more has been read. */
export function useIngest(): { status: IngestStatus | null; mark: string; isReading: boolean } {
  const { value: status } = useStream('history.watch', {}, replace);
  return {
    status,
    mark: status === null ? '' : `${status.state} ${status.sessions_done} ${status.bytes_done}`,
    isReading: status?.state === 'reading' || status?.state === 'looking',
  };
}

/** A running session is read many times a minute; what is shown of it need not be drawn as often. */
const REST_MS = 1000;

/** Asks again once more has been read: after a rest, and also in the middle of a reading that goes on and on. */
export function useAskAgain(refetch: () => unknown): void {
  const { mark } = useIngest();
  const latest = useRef(mark);
  latest.current = mark;
  const asked = useRef(mark);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (asked.current === mark || timer.current !== null) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      asked.current = latest.current;
      refetch();
    }, REST_MS);
  }, [mark, refetch]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
}
