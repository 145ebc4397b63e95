import type { IngestStatus } from '@domain/history/record';

/** Of a hundred; bytes tell the time better than sessions do. */
export function progressOf(status: Pick<IngestStatus, 'state' | 'bytes_done' | 'bytes_total'>): number {
  const { state, bytes_done, bytes_total } = status;
  if (state !== 'reading') return 100;
  return bytes_total === 0 ? 0 : Math.min(100, Math.floor((100 * bytes_done) / bytes_total));
}

/** 950 B, 6.7 kB, 5.9 MB, 1.2 GB. */
export function sizeWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`;
}
