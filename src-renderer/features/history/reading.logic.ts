import type { IngestStatus } from '@domain/history/record';

/** Of a hundred; bytes tell the time better than sessions do. */
export function progressOf(status: Pick<IngestStatus, 'state' | 'bytes_done' | 'bytes_total'>): number {
  const { state, bytes_done, bytes_total } = status;
  if (state !== 'reading') return 100;
  return bytes_total === 0 ? 0 : Math.min(100, Math.floor((100 * bytes_done) / bytes_total));
}
