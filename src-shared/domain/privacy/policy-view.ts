import { z } from 'zod';
import { PolicyFault } from './policy-file';
import { PrivacyTier } from './tiers';

/** What a project says of the tools, and what holds with it. */
export const PolicyView = z.object({
  file: z.string(),
  is_trusted: z.boolean(),
  /** What its own file names. */
  own: z.record(z.string(), PrivacyTier),
  /** Ours and the project's together, as they are in force. */
  tiers: z.record(z.string(), PrivacyTier),
  /** Why its file is not in use; stricter rules hold meanwhile. */
  fault: PolicyFault.nullable(),
});
export type PolicyView = z.infer<typeof PolicyView>;

/** Nothing is written then. */
export const PolicyEditError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('project-untrusted'), path: z.string() }),
  z.object({ code: z.literal('privacy-file-broken'), file: z.string(), fault: PolicyFault }),
  z.object({ code: z.literal('privacy-file-unwritable'), file: z.string(), detail: z.string() }),
]);
export type PolicyEditError = z.infer<typeof PolicyEditError>;
