import { z } from 'zod';
import { BeadId } from '../ids';
import { Bead } from './record';

/** What may go wrong with one bead. */
export const BeadNotFound = z.object({ code: z.literal('bead-not-found'), id: z.string() });
export const BeadConflict = z.object({
  code: z.literal('bead-conflict'),
  id: BeadId,
  /** The fields whose value is neither what the editor saw nor what it wants. */
  fields: z.array(z.string()),
  theirs: Bead,
});
/** `path` begins and ends with the bead the edge would start from. */
export const BeadCycle = z.object({ code: z.literal('cycle'), path: z.array(z.string()) });
export const BlockedClose = z.object({
  code: z.literal('blocked-close'),
  id: BeadId,
  why: z.enum(['blocked', 'open-children', 'pinned', 'template', 'gate']),
  by: z.array(z.string()),
});
export const StatusUnknown = z.object({
  code: z.literal('status-unknown'),
  status: z.string(),
  known: z.array(z.string()),
});
export const DependencyRefused = z.object({
  code: z.literal('dependency-refused'),
  why: z.enum(['itself', 'second-edge', 'no-such-edge', 'epic-under-other', 'ancestor']),
  id: z.string(),
  depends_on: z.string(),
});
export const BeadInvalid = z.object({ code: z.literal('bead-invalid'), field: z.string(), why: z.string() });

/** Claims: who holds it when it is known, and the case where nobody can say yet. */
export const ClaimLost = z.object({
  code: z.literal('claim-lost'),
  id: BeadId,
  holder: z.string().nullable(),
  status: z.string(),
});
export const ClaimUnresolved = z.object({
  code: z.literal('claim-unresolved'),
  id: BeadId,
  actor: z.string(),
});

/** What may go wrong with the tracker itself. */
export const TrackerMissing = z.object({
  code: z.literal('tracker-missing'),
  program: z.string(),
  install_command: z.string(),
});
export const TrackerTooOld = z.object({
  code: z.literal('tracker-too-old'),
  program: z.string(),
  version: z.string(),
  needed: z.string(),
  install_command: z.string(),
});
export const TrackerTimedOut = z.object({
  code: z.literal('tracker-timed-out'),
  command: z.string(),
  after_ms: z.number(),
});
export const TrackerLocked = z.object({ code: z.literal('tracker-locked'), words: z.string() });
/** The tracker said no; its own words are for the user. */
export const TrackerRefused = z.object({
  code: z.literal('tracker-refused'),
  command: z.string(),
  exit_code: z.number().nullable(),
  words: z.string(),
});
export const TrackerBadOutput = z.object({
  code: z.literal('tracker-bad-output'),
  command: z.string(),
  version: z.string().nullable(),
  words: z.string(),
});
export const TrackerUntrusted = z.object({ code: z.literal('tracker-untrusted') });
export const TrackerReadOnly = z.object({
  code: z.literal('tracker-read-only'),
  reason: z.string(),
  install_command: z.string().nullable(),
});
/** The folder or file is gone or may not be read: the machine's own error code. */
export const TrackerUnreadable = z.object({
  code: z.literal('tracker-unreadable'),
  path: z.string(),
  cause: z.string(),
});
export const NoBeadsFolder = z.object({ code: z.literal('no-beads-folder'), folder: z.string() });

export const BeadError = z.discriminatedUnion('code', [
  BeadNotFound,
  BeadConflict,
  BeadCycle,
  BlockedClose,
  StatusUnknown,
  DependencyRefused,
  BeadInvalid,
  ClaimLost,
  ClaimUnresolved,
  TrackerMissing,
  TrackerTooOld,
  TrackerTimedOut,
  TrackerLocked,
  TrackerRefused,
  TrackerBadOutput,
  TrackerUntrusted,
  TrackerReadOnly,
  TrackerUnreadable,
  NoBeadsFolder,
]);
export type BeadError = z.infer<typeof BeadError>;
export type BeadErrorCode = BeadError['code'];
