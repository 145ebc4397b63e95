import { FolderPath, SessionId } from '@domain/ids';
import { PolicyEditError, PolicyView } from '@domain/privacy/policy-view';
import { RedactionCount } from '@domain/privacy/rules';
import { PrivacyTier } from '@domain/privacy/tiers';
import { SessionError } from '@domain/session/errors';
import { z } from 'zod';
import { command, NoErrors, query } from './procedure';

export const privacy = {
  /** A project's own rules and what holds with them. */
  policy: query({
    input: z.strictObject({ project: FolderPath }),
    output: PolicyView,
    errors: NoErrors,
    doors: ['ui'],
  }),
  /** Writes what a person says of one tool into the project's own file; null: what holds without it. Only a person may loosen. */
  set_tier: command({
    input: z.strictObject({
      project: FolderPath,
      tool: z.string().min(1).max(200),
      tier: PrivacyTier.nullable(),
    }),
    output: PolicyView,
    errors: PolicyEditError,
    doors: ['ui'],
  }),
  /** What was taken out of a session when it was stored, and what today's rules and policy would take out of what is left. */
  check: query({
    input: z.strictObject({ project: FolderPath.optional(), id: z.string().min(1).max(100) }),
    output: z.object({
      session_id: SessionId,
      messages: z.int().nonnegative(),
      taken: z.array(RedactionCount),
      would_take: z.array(RedactionCount),
      policy: z.record(z.string(), PrivacyTier),
      broken_files: z.array(z.object({ file: z.string(), fault: z.string() })),
    }),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest'],
  }),
  /**
   * Brings stored sessions under the rules and the policy of today: one, those of a project, or (neither) all that are known. It only takes.
   * A session that a process writes is skipped. The audit log of a store in which something was taken begins a new chain and says so.
   */
  refilter: command({
    input: z.strictObject({
      project: FolderPath.optional(),
      id: z.string().min(1).max(100).optional(),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      sessions: z.array(SessionId),
      redactions: z.array(RedactionCount),
      skipped: z.array(SessionId),
      /** Sessions of the history that were read anew, because the catalog holds what their tools answered. */
      histories: z.int().nonnegative(),
      /** Uploaded transcripts and copies without secrets that were rewritten. */
      copies: z.int().nonnegative(),
    }),
    errors: SessionError,
    doors: ['ui', 'cli', 'rest'],
  }),
};
