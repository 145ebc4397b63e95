import { z } from 'zod';
import { type PrivacyPolicy, PrivacyTier } from './tiers';

/** `.beads/privacy.yaml` and `.gastown/privacy.yaml`. Other keys belong to other programs. */
const PolicyFile = z.looseObject({
  tool_privacy: z.record(z.string().min(1).max(200), PrivacyTier).nullish(),
});

export const PolicyFault = z.enum(['unreadable', 'not-yaml', 'not-understood']);
export type PolicyFault = z.infer<typeof PolicyFault>;

/** The file's content as its format gives it; null for one that is empty. */
export function readPolicyFile(content: unknown): PrivacyPolicy | null {
  if (content === null || content === undefined) return {};
  const parsed = PolicyFile.safeParse(content);
  return parsed.success ? (parsed.data.tool_privacy ?? {}) : null;
}
