import { z } from 'zod';

/** From the loosest to the tightest. */
export const privacyTiers = ['full', 'redacted', 'metadata', 'none'] as const;
export const PrivacyTier = z.enum(privacyTiers);
export type PrivacyTier = z.infer<typeof PrivacyTier>;

/** Tool name to tier; a name may end in `*`. A tool that nothing names is `redacted`, as is every MCP tool. */
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
  return saidOf(policy, tool) ?? 'redacted';
}

/** Null: nothing names it. */
function saidOf(policy: PrivacyPolicy, tool: string): PrivacyTier | null {
  if (Object.hasOwn(policy, tool)) return policy[tool] ?? null;
  let longest = -1;
  let tier: PrivacyTier | null = null;
  for (const name of Object.keys(policy))
    if (name.endsWith('*') && name.length > longest && tool.startsWith(name.slice(0, -1))) {
      longest = name.length;
      tier = policy[name] ?? null;
    }
  return tier;
}

/** For a project whose wishes cannot be read: they may have been stricter than ours, so nothing is shown beyond names. */
export const stricterPolicy: PrivacyPolicy = { '*': 'metadata' };

/**
 * A project that is not trusted can only tighten. Whoever writes `*` means the tools that we name too: a name of ours gives
 * way to it where it is the stricter one.
 */
export function withOverrides(
  base: PrivacyPolicy,
  overrides: PrivacyPolicy,
  isTrusted: boolean,
): PrivacyPolicy {
  const next: Record<string, PrivacyTier> = { ...base };
  for (const [tool, tier] of Object.entries(overrides))
    next[tool] = isTrusted ? tier : tighter(tierOf(base, tool), tier);
  for (const [tool, tier] of Object.entries(base)) {
    const said = Object.hasOwn(overrides, tool) ? null : saidOf(overrides, tool);
    if (said !== null) next[tool] = tighter(tier, said);
  }
  return next;
}

function tighter(a: PrivacyTier, b: PrivacyTier): PrivacyTier {
  return privacyTiers.indexOf(a) > privacyTiers.indexOf(b) ? a : b;
}
