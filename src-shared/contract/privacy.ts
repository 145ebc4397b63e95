import { FolderPath, SessionId } from '@domain/ids';
import { RedactionCount } from '@domain/privacy/rules';
import { PrivacyTier } from '@domain/privacy/tiers';
import { SessionError } from '@domain/session/errors';
import { z } from 'zod';
import { query } from './procedure';

export const privacy = {
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
};
