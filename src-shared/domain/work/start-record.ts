import type { Session } from '@domain/session/record';
import { z } from 'zod';

/** The key of a session's metadata under which it says what its start has changed. */
export const START_RECORD = 'start_work';

const Before = z.object({ branch: z.string().nullable(), head: z.string() });
const Made = z.object({
  root: z.string(),
  branch: z.string(),
  head: z.string(),
  isNew: z.boolean(),
  before: Before,
});

/**
 * Written with the draft, before anything else is changed: whoever finds a start that its program did not live to finish knows
 * from this what to put back. The claim's marker on the bead is the session's id.
 */
export const StartRecord = z.looseObject({
  claim: z
    .object({
      bead_id: z.string(),
      status: z.string(),
      assignee: z.string().nullable(),
      /** Of an earlier claim. */
      marker: z.string().nullable(),
    })
    .nullable(),
  /** Null: nothing was to be made. With `head` empty it is not known where it begins, and so it is left alone. */
  made: z
    .discriminatedUnion('type', [
      Made.extend({ type: z.literal('branch') }),
      Made.extend({ type: z.literal('worktree'), place: z.string(), madeParent: z.string().nullable() }),
    ])
    .nullable(),
  /** Every step before Claude is done: a session that waits for its place keeps them. */
  is_ready: z.boolean(),
});
export type StartRecord = z.infer<typeof StartRecord>;

export function startRecordOf(metadata: Record<string, unknown>): StartRecord | null {
  return StartRecord.safeParse(metadata[START_RECORD]).data ?? null;
}

/** It never began, and what its start took may have to be given back. */
export function holdsStart({ started_at, owner, metadata }: Session): boolean {
  return owner === 'console' && started_at === undefined && metadata[START_RECORD] !== undefined;
}

/** A session that never began and still holds what its start has taken. One that is ready waits for its place and keeps it. */
export function isUnfinishedStart(session: Session): boolean {
  const { status, metadata } = session;
  if (!holdsStart(session)) return false;
  return status === 'closed' || (status === 'draft' && startRecordOf(metadata)?.is_ready !== true);
}
