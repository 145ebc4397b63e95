import { stepsTo } from '@domain/history/capture';
import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { CaptureCommand } from '@domain/session/capture-machine';
import { type Session, type SessionStats, saysStats } from '@domain/session/record';
import type { Capture, CaptureState } from '@domain/session/values';

export type FollowDeps = {
  /** Everything that has a record of ours, page by page. */
  readonly pages: () => AsyncIterable<readonly Session[]>;
  readonly captures: (ids: readonly string[]) => Promise<ReadonlyMap<string, Capture>>;
  readonly move: (
    id: SessionId,
    commands: readonly CaptureCommand[],
    expected: readonly CaptureState[],
  ) => Promise<Result<unknown, { readonly code: string }>>;
  /** What the history counts of each. */
  readonly stats: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionStats>>;
  readonly recount: (id: SessionId, stats: SessionStats) => Promise<unknown>;
  readonly nowMs: () => number;
};

const LIFELESS_MS = 24 * 60 * 60_000;
const LIFELESS: readonly CaptureCommand[] = [{ type: 'fail', parse_error: 'no line in a day' }];

/**
 * Our own records say what the pipeline saw of their transcripts: each step a fact of the journal, from the state that was met
 * and from no other, so that whoever was faster is not undone. One that began and has no transcript after a day fails.
 *
 * They also say what the history counts: more was read of a session that ran elsewhere, a price is another, a message is
 * credited to another session. What a process of ours runs it counts itself.
 */
export async function followCaptures(deps: FollowDeps): Promise<number> {
  const { pages, captures, move, stats, recount, nowMs } = deps;
  let moved = 0;
  for await (const sessions of pages()) {
    const ids = sessions.map(({ id }) => id);
    const [seen, counted] = [await captures(ids), await stats(ids)];
    for (const session of sessions) {
      const { id, capture } = session;
      const found = seen.get(id);
      const steps =
        found !== undefined ? stepsTo(capture, found) : isLifeless(session, nowMs()) ? LIFELESS : [];
      const isMoved = steps.length > 0 && (await move(id, steps, [capture.state])).ok;
      if (isMoved) moved += 1;
      const count = counted.get(id);
      if (found === undefined || count === undefined || saysStats(session.stats, count)) continue;
      if (isToCount(session, found, count, isMoved)) await recount(id, count);
    }
  }
  return moved;
}

/**
 * While somebody writes, a record does not follow every line. One that ran here counted its own transcript to the end: as long
 * as the history has seen fewer messages, it has not read as far.
 */
function isToCount(
  { run_count, open_run, status, stats }: Session,
  { state }: Capture,
  count: SessionStats,
  isMoved: boolean,
): boolean {
  if (status === 'draft' || open_run !== undefined) return false;
  const isRead = state === 'parsed' || state === 'summarized' || state === 'archived';
  if (run_count === 0) return isRead || (isMoved && state === 'capturing');
  return isRead && count.total_messages >= (stats?.total_messages ?? 0);
}

/** A draft has not begun, and what is active may still say something. */
function isLifeless({ capture, status, created_at }: Session, nowMs: number): boolean {
  const isOver = status === 'closed' || status === 'paused';
  return capture.state === 'detected' && isOver && Date.parse(created_at) < nowMs - LIFELESS_MS;
}
