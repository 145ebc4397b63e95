import { stepsTo } from '@domain/history/capture';
import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { CaptureCommand } from '@domain/session/capture-machine';
import type { Session } from '@domain/session/record';
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
  /** More was read of a session that never ran here: nobody else counts what it used. */
  readonly recount: (id: SessionId) => Promise<unknown>;
  readonly nowMs: () => number;
};

const LIFELESS_MS = 24 * 60 * 60_000;
const LIFELESS: readonly CaptureCommand[] = [{ type: 'fail', parse_error: 'no line in a day' }];

/**
 * Our own records say what the pipeline saw of their transcripts: each step a fact of the journal, from the state that was met
 * and from no other, so that whoever was faster is not undone. One that began and has no transcript after a day fails.
 */
export async function followCaptures({ pages, captures, move, recount, nowMs }: FollowDeps): Promise<number> {
  let moved = 0;
  for await (const sessions of pages()) {
    const seen = await captures(sessions.map(({ id }) => id));
    for (const session of sessions) {
      const { id, capture } = session;
      const found = seen.get(id);
      const steps =
        found !== undefined ? stepsTo(capture, found) : isLifeless(session, nowMs()) ? LIFELESS : [];
      if (steps.length === 0 || !(await move(id, steps, [capture.state])).ok) continue;
      moved += 1;
      if (found !== undefined && session.run_count === 0 && session.status !== 'draft') await recount(id);
    }
  }
  return moved;
}

/** A draft has not begun, and what is active may still say something. */
function isLifeless({ capture, status, created_at }: Session, nowMs: number): boolean {
  const isOver = status === 'closed' || status === 'paused';
  return capture.state === 'detected' && isOver && Date.parse(created_at) < nowMs - LIFELESS_MS;
}
