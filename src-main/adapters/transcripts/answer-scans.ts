import type { MessagePort } from 'node:worker_threads';
import type { ScanSlice } from '../../ports/transcripts';
import { type CopyOf, createSlicer, type Describe } from './scan-run';
import { createSessionScanner } from './scan-session';
import type { ScanAnswer, ScanRequest } from './scan-threads';

/** The other side of the pool: runs in a scanning thread. */
export function answerScans(port: MessagePort, copyOf: CopyOf, describe: Describe): void {
  const scanner = createSessionScanner();
  const runs = new Map<number, () => ScanSlice>();
  port.on('message', (request: ScanRequest) => {
    if (request.type === 'close') {
      runs.delete(request.run);
      return;
    }
    const answer = (message: ScanAnswer, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
    try {
      const next =
        request.type === 'open'
          ? createSlicer(request.job, scanner, copyOf, describe)
          : runs.get(request.run);
      const slice = next?.();
      if (next !== undefined && slice?.type === 'texts') runs.set(request.run, next);
      else runs.delete(request.run);
      if (slice === undefined) answer({ run: request.run, error: 'no such run' });
      else answer({ run: request.run, slice }, movedWith(slice));
    } catch (error) {
      answer({ run: request.run, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** What need not be copied: texts and tallies stand in memory of their own, each in one piece. */
function movedWith(slice: ScanSlice): ArrayBuffer[] {
  if (!('texts' in slice)) return [];
  const { bytes, rows } = slice.texts;
  const tally = slice.type === 'done' ? [slice.tally.billed] : [];
  return [bytes, rows, ...tally].map(({ buffer }) => buffer as ArrayBuffer);
}
