import type { IngestStatus, LastLook } from '@domain/history/record';
import type { Clock } from '../../ports/clock';
import type { DueSession } from './plan-ingest';

type Failure = { readonly path: string; readonly error: string };

/** How far a look has come. Told at most a few times a second, and at every turn. */
export type Progress = {
  look(): void;
  begin(due: readonly DueSession[], unchanged: number, failed: readonly Failure[]): void;
  /** These are in the history now. */
  done(read: readonly { session: DueSession; bytes: number; notUnderstood: number }[]): void;
  /** Nothing of it could be read. */
  lose(session: DueSession): void;
  fail(failed: readonly Failure[]): void;
  /** Somebody ended it: that is told before everything that was under way has come to its end. */
  stop(): void;
  end(): LastLook;
  status(): IngestStatus;
};

export const NOTHING_READ: LastLook = {
  discovered: 0,
  ingested: 0,
  skipped: 0,
  failed: 0,
  lines_not_understood: 0,
  bytes: 0,
  duration_ms: 0,
  left: 0,
};

const TELL_EVERY_MS = 200;
/** So many are named; all are counted. */
const MOST_FAILURES = 100;

export function createProgress(
  clock: Clock,
  tell: (status: IngestStatus) => void,
  catalog: IngestStatus['catalog'],
): Progress {
  let state: IngestStatus['state'] = 'idle';
  let total = 0;
  let done = 0;
  let lost = 0;
  let bytesTotal = 0;
  let bytesDue = 0;
  let bytesRead = 0;
  let skipped = 0;
  let notUnderstood = 0;
  let failures: Failure[] = [];
  let failed = 0;
  let begunMs = 0;
  let toldMs = 0;
  let last: LastLook | null = null;
  const nowMs = () => clock.monotonicMs();

  const status = (): IngestStatus => {
    const passedMs = Math.max(1, nowMs() - begunMs);
    const rate = state === 'reading' ? Math.round((bytesDue / passedMs) * 1000) : 0;
    return {
      state,
      sessions_total: total,
      sessions_done: done + lost,
      bytes_total: bytesTotal,
      bytes_done: bytesDue,
      failed: failures,
      rate_bytes_per_s: rate,
      left_ms: rate > 0 ? Math.round(((bytesTotal - bytesDue) / rate) * 1000) : null,
      last,
      catalog,
    };
  };
  const say = (isTurn: boolean) => {
    const now = nowMs();
    if (!isTurn && now - toldMs < TELL_EVERY_MS) return;
    toldMs = now;
    tell(status());
  };
  const fail = (more: readonly Failure[]) => {
    failed += more.length;
    failures = [...failures, ...more].slice(0, MOST_FAILURES);
  };
  const result = (): LastLook => ({
    discovered: total + skipped,
    ingested: done,
    skipped,
    failed,
    lines_not_understood: notUnderstood,
    bytes: bytesRead,
    duration_ms: Math.max(0, Math.round(nowMs() - begunMs)),
    left: total - done - lost,
  });

  return {
    status,
    fail,
    look() {
      state = 'looking';
      begunMs = nowMs();
      say(true);
    },
    begin(due, unchanged, unreadable) {
      state = 'reading';
      if (begunMs === 0) begunMs = nowMs();
      total = due.length;
      done = 0;
      lost = 0;
      bytesTotal = due.reduce((sum, { bytes }) => sum + bytes, 0);
      bytesDue = 0;
      bytesRead = 0;
      skipped = unchanged;
      notUnderstood = 0;
      failures = [];
      failed = 0;
      fail(unreadable);
      say(true);
    },
    done(read) {
      for (const { session, bytes, notUnderstood: lines } of read) {
        done += 1;
        bytesDue += session.bytes;
        bytesRead += bytes;
        notUnderstood += lines;
      }
      say(false);
    },
    lose(session) {
      lost += 1;
      bytesDue += session.bytes;
      say(false);
    },
    stop() {
      if (state === 'idle') return;
      if (state === 'reading') last = result();
      state = 'idle';
      say(true);
    },
    end() {
      state = 'idle';
      last = result();
      begunMs = 0;
      say(true);
      return last;
    },
  };
}
