import { ChangedFile } from '@domain/git/changes';
import { Commit } from '@domain/git/repository';
import { SessionId } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { BeadChange, BeadVerdict } from '@domain/session/since-pause';
import { PauseReason, Timestamp } from '@domain/session/values';
import { z } from 'zod';

const Held = z.object({ status: z.string(), assignee: z.string().nullable() });

/** What a person should know before a paused session goes on. */
export const ResumePlan = z.object({
  session_id: SessionId,
  paused_at: Timestamp.nullable(),
  pause_reason: PauseReason.nullable(),
  /** Why it cannot be resumed as it is; null: every check is fine. */
  obstacle: SessionError.nullable(),
  /** Nothing to be told: it can go on at once. */
  is_unchanged: z.boolean(),
  bead: z
    .object({
      id: z.string(),
      title: z.string().nullable(),
      verdict: BeadVerdict,
      before: Held.nullable(),
      now: Held.nullable(),
      changed: z.array(BeadChange),
      /** When it was written last. */
      updated_at: z.string().nullable(),
      /** Who wrote that, where the tracker tells. */
      updated_by: z.string().nullable(),
      comments: z.array(z.object({ author: z.string(), text: z.string(), at: z.string() })),
    })
    .nullable(),
  branch: z.object({ before: z.string().nullable(), now: z.string().nullable() }).nullable(),
  /** Newest first. */
  commits: z.array(Commit),
  files: z.array(ChangedFile),
  /** How many files the session itself wrote, and which of them are among those that changed. */
  touched: z.object({ count: z.int().nonnegative(), changed: z.array(z.string()) }),
  /** New on the branch the work began from; null: nothing new, or nothing to compare with. */
  base: z.object({ name: z.string(), commits: z.int().nonnegative(), last: Commit }).nullable(),
  /** There is more than is listed. */
  is_cut: z.boolean(),
  /** Files of the context pack that are not what Claude was told. */
  context: z.array(z.object({ path: z.string(), change: z.enum(['changed', 'gone']) })),
  /** What could not be compared, so that nothing said about it is no promise. */
  unknown: z.array(z.enum(['bead', 'files', 'context'])),
  last_messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string(), at: Timestamp })),
  /** To be edited; empty is a choice too. */
  prompt: z.string(),
});
export type ResumePlan = z.infer<typeof ResumePlan>;

export const HandOffPlan = z.object({
  session_id: SessionId,
  note: z.string(),
  can_use_worktree: z.boolean(),
});
export type HandOffPlan = z.infer<typeof HandOffPlan>;
