import { FolderPath } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { EndAnnounced, Ended, EndPlan, EndStopped, EndWish } from '@domain/work/end-plan';
import { z } from 'zod';
import { command, query, stream } from './procedure';

const one = { project: FolderPath.optional(), id: z.string().min(1).max(100) };
const doors = ['ui', 'cli', 'rest'] as const;

/** The end of a piece of work: the session, its bead, and what it left in the checkout. */
export const ending = {
  plan: query({ input: z.strictObject(one), output: EndPlan, errors: SessionError, doors }),
  /**
   * Pauses, commits or stashes, writes to the bead, closes, removes the worktree, in this order; stops at the first that fails
   * (`end-stopped`), and can be asked again.
   */
  end: command({
    input: z.strictObject({ ...one, wish: EndWish }),
    output: Ended,
    errors: z.union([SessionError, EndStopped]),
    doors,
  }),
  /** Sessions whose bead moved on elsewhere; each change is the whole list. */
  announced: stream({
    input: z.strictObject({}),
    snapshot: z.object({ announced: z.array(EndAnnounced) }),
    change: z.object({ announced: z.array(EndAnnounced) }),
    errors: SessionError,
    doors: ['ui'],
  }),
  keepOpen: command({
    input: z.strictObject({ session_id: z.string().min(1).max(100) }),
    output: z.null(),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest'],
  }),
};
