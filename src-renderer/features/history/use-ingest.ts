import type { IngestStatus } from '@domain/history/record';
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
