import { type Rule, type RuleName, redactedRules, shapeRules } from './rules';

/** How often each rule struck. Never the value. */
export type Redactions = Partial<Record<RuleName, number>>;
export type FilteredText = { readonly text: string; readonly redactions: Redactions };

/** `shapes` for what people and Claude say; `redacted` for the arguments and results of tools of that tier. */
export type TextLevel = 'shapes' | 'redacted';

const rulesOf: Readonly<Record<TextLevel, readonly Rule[]>> = {
  shapes: shapeRules,
  // Env references first: `password=$PW` tells which variable it was and holds no secret.
  redacted: [...shapeRules, ...redactedRules],
};

export function filterText(text: string, level: TextLevel): FilteredText {
  const redactions: Redactions = {};
  let filtered = text;
  for (const rule of rulesOf[level])
    filtered = filtered.replace(rule.pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.filter(
        (item): item is string | undefined => typeof item !== 'number' && typeof item !== 'object',
      );
      const replaced = rule.replace(match, ...groups);
      if (replaced === null) return match;
      redactions[rule.name] = (redactions[rule.name] ?? 0) + 1;
      return replaced;
    });
  return { text: filtered, redactions };
}

export function addRedactions(a: Redactions, b: Redactions): Redactions {
  const sum: Redactions = { ...a };
  for (const [rule, count] of Object.entries(b)) sum[rule as RuleName] = (sum[rule as RuleName] ?? 0) + count;
  return sum;
}

export function countRedactions(redactions: Redactions): number {
  return Object.values(redactions).reduce((sum, count) => sum + count, 0);
}
