import { z } from 'zod';

/** From the loosest to the tightest. */
export const PrivacyTier = z.enum(['full', 'redacted', 'metadata', 'none']);
export type PrivacyTier = z.infer<typeof PrivacyTier>;

/** Tool name to tier. A tool that is not named here is `redacted`, as is every MCP tool. */
export type PrivacyPolicy = Readonly<Record<string, PrivacyTier>>;

export const defaultPolicy: PrivacyPolicy = {
  Glob: 'full',
  Grep: 'full',
  Read: 'full',
  WebFetch: 'full',
  WebSearch: 'full',
  Bash: 'redacted',
  Edit: 'metadata',
  MultiEdit: 'metadata',
  Write: 'metadata',
  NotebookEdit: 'metadata',
};

export function tierOf(policy: PrivacyPolicy, tool: string): PrivacyTier {
  return Object.hasOwn(policy, tool) ? (policy[tool] ?? 'redacted') : 'redacted';
}

/** A project that is not trusted can only tighten. */
export function withOverrides(
  base: PrivacyPolicy,
  overrides: PrivacyPolicy,
  isTrusted: boolean,
): PrivacyPolicy {
  const next: Record<string, PrivacyTier> = { ...base };
  for (const [tool, tier] of Object.entries(overrides))
    next[tool] = isTrusted ? tier : tighter(tierOf(base, tool), tier);
  return next;
}

function tighter(a: PrivacyTier, b: PrivacyTier): PrivacyTier {
  return PrivacyTier.options.indexOf(a) > PrivacyTier.options.indexOf(b) ? a : b;
}
