import { z } from 'zod';
import { BeadStatusInfo } from './bead/change';
import { BeadError } from './bead/errors';
import { Bead, OddLine } from './bead/record';
import { TrackerInfo } from './bead/tracker-info';
import { BeadId, FolderPath } from './ids';

/** How a project without beads may get them. `bd init` also makes a git commit, which the person must know before. */
export const InitOffer = z.object({
  kind: z.enum(['bd', 'jsonl']),
  makes_commit: z.boolean(),
  program_version: z.string().nullable(),
});
export type InitOffer = z.infer<typeof InitOffer>;

export const TrackerState = z.discriminatedUnion('type', [
  /** Not looked at yet. */
  z.object({ type: z.literal('opening') }),
  z.object({ type: z.literal('open'), info: TrackerInfo }),
  z.object({ type: z.literal('none'), offers: z.array(InitOffer), install_command: z.string() }),
  z.object({ type: z.literal('failed'), error: BeadError }),
]);
export type TrackerState = z.infer<typeof TrackerState>;

/*
 * ok -> slow (a call takes long) -> ok | failing      ok -> locked | failing -> ok (the next answer)
 * H1  The beads last read stay readable in every state.
 * H2  `since` is when this state began, not when it was last confirmed.
 */
export const TrackerHealth = z.object({
  state: z.enum(['ok', 'slow', 'locked', 'failing']),
  since: z.string(),
  error: BeadError.nullable(),
  /** When the shown beads were read; null before the first time. */
  last_read_at: z.string().nullable(),
});
export type TrackerHealth = z.infer<typeof TrackerHealth>;

/** Comments are counted here and read with `show`. */
export const BeadsSnapshot = z.object({
  project: FolderPath,
  tracker: TrackerState,
  is_trusted: z.boolean(),
  health: TrackerHealth,
  statuses: z.array(BeadStatusInfo),
  beads: z.array(Bead),
  odd_lines: z.array(OddLine),
});
export type BeadsSnapshot = z.infer<typeof BeadsSnapshot>;

export const BeadsChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('beads-changed'), changed: z.array(Bead), removed: z.array(BeadId) }),
  z.object({ type: z.literal('odd-lines-changed'), odd_lines: z.array(OddLine) }),
  z.object({ type: z.literal('health-changed'), health: TrackerHealth }),
  z.object({ type: z.literal('tracker-changed'), tracker: TrackerState, is_trusted: z.boolean() }),
  z.object({ type: z.literal('statuses-changed'), statuses: z.array(BeadStatusInfo) }),
]);
export type BeadsChange = z.infer<typeof BeadsChange>;

/** What puts a moved bead back: the fields as they were. */
export const MoveUndo = z.object({
  id: BeadId,
  status: z.string(),
  assignee: z.string().nullable(),
  close_reason: z.string().nullable(),
});
export type MoveUndo = z.infer<typeof MoveUndo>;

/** One end of an edge as the detail view shows it; nulls where the other end is not in this project. */
export const BeadLink = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string().nullable(),
  status: z.string().nullable(),
  issue_type: z.string().nullable(),
  priority: z.number().nullable(),
});
export type BeadLink = z.infer<typeof BeadLink>;

export const BlockedBead = Bead.extend({
  blocked_by: z.array(z.string()),
  blocked_by_count: z.int(),
  inherited_from: z.string().nullable(),
});
export type BlockedBead = z.infer<typeof BlockedBead>;

export const BeadDetails = z.object({
  bead: Bead,
  is_ready: z.boolean(),
  blocked_by: z.array(z.string()),
  inherited_from: z.string().nullable(),
  parent: z.string().nullable(),
  depends_on: z.array(BeadLink),
  dependents: z.array(BeadLink),
  /** Ends of `parent-child` edges that point here; they are not repeated in `dependents`. */
  children: z.array(BeadLink),
  /** The tracker does not answer now: this is what it last said, without comments. */
  is_stale: z.boolean(),
});
export type BeadDetails = z.infer<typeof BeadDetails>;
