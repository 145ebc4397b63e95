import type { MessagePort } from 'node:worker_threads';
import type { ScanSlice } from '../../ports/transcripts';
import type { ScanAnswer, ScanRequest } from './scan-pool';
import { type CopyOf, createSlicer } from './scan-run';
import { createSessionScanner } from './scan-session';

/** The other side of the pool: runs in a scanning thread. */
export function answerScans(port: MessagePort, copyOf: CopyOf): void {
  const scanner = createSessionScanner();
  const runs = new Map<number, () => ScanSlice>();
  port.on('message', (request: ScanRequest) => {
    if (request.type === 'open') {
      runs.set(request.run, createSlicer(request.job, scanner, copyOf));
      return;
    }
    if (request.type === 'close') {
      runs.delete(request.run);
      return;
    }
    const answer = (message: ScanAnswer, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
    try {
      const slice = runs.get(request.run)?.();
      if (slice === undefined) answer({ run: request.run, error: 'no such run' });
      else answer({ run: request.run, slice }, movedWith(slice));
    } catch (error) {
      answer({ run: request.run, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** What need not be copied: its texts stand in memory of their own. */
function movedWith(slice: ScanSlice): ArrayBuffer[] {
  if (slice.type === 'changed') return [];
  return [slice.texts.bytes.buffer as ArrayBuffer, slice.texts.rows.buffer as ArrayBuffer];
}
