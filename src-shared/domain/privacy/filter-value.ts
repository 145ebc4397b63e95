import { addRedactions, filterText, type Redactions } from './filter-text';
import { REDACTED, type TextLevel } from './rules';
import { tellingOf } from './secret-names';
import type { PrivacyTier } from './tiers';

export type FilteredValue = { readonly value: unknown; readonly redactions: Redactions };
export type FilteredInput = { readonly input: Record<string, unknown>; readonly redactions: Redactions };

/** Deeper than any tool goes; a value nested deeper is dropped rather than passed unread. */
const MAX_DEPTH = 40;

/** Works on decoded strings at any depth, names included: a key may hold what a value may hold. */
export function filterValue(value: unknown, level: TextLevel, depth = 0): FilteredValue {
  if (typeof value === 'string') {
    const { text, redactions } = filterText(value, level);
    return { value: text, redactions };
  }
  if (typeof value !== 'object' || value === null) return { value, redactions: {} };
  if (depth >= MAX_DEPTH) return { value: REDACTED, redactions: { 'secret-assignment': 1 } };
  let redactions: Redactions = {};
  if (Array.isArray(value)) {
    const items = value.map((item) => {
      const filtered = filterValue(item, level, depth + 1);
      redactions = addRedactions(redactions, filtered.redactions);
      return filtered.value;
    });
    return { value: items, redactions };
  }
  const entries = Object.entries(value).map(([name, item]) => {
    const filteredName = filterText(name, 'shapes');
    const isSecret =
      level === 'redacted' && typeof item === 'string' && item !== '' && tellingOf(name) === 'strong';
    const filtered: FilteredValue = isSecret
      ? { value: REDACTED, redactions: { 'secret-assignment': 1 } }
      : filterValue(item, level, depth + 1);
    redactions = addRedactions(addRedactions(redactions, filteredName.redactions), filtered.redactions);
    return [filteredName.text, filtered.value] as const;
  });
  return { value: Object.fromEntries(entries), redactions };
}

const pathArgument = /(?:^|_)(?:path|paths|file|dir|directory|cwd|folder)$/i;

/** A tool's arguments as its tier lets them be written. */
export function filterInput(input: Record<string, unknown>, tier: PrivacyTier): FilteredInput {
  switch (tier) {
    case 'none':
      return { input: {}, redactions: {} };
    case 'metadata': {
      let redactions: Redactions = {};
      const entries = Object.entries(input).map(([name, value]) => {
        if (!(pathArgument.test(name) && typeof value === 'string')) return [name, typeName(value)] as const;
        const path = filterText(value, 'shapes');
        redactions = addRedactions(redactions, path.redactions);
        return [name, path.text] as const;
      });
      return { input: Object.fromEntries(entries), redactions };
    }
    case 'full':
    case 'redacted': {
      const { value, redactions } = filterValue(input, tier === 'full' ? 'shapes' : 'redacted');
      return { input: value as Record<string, unknown>, redactions };
    }
  }
}

const typeNames = /^\[(?:null|array|string|number|boolean|object|undefined)\]$/;

function typeName(value: unknown): string {
  // What was filtered before stays what it says: a second time it would all be text.
  if (typeof value === 'string' && typeNames.test(value)) return value;
  if (value === null) return '[null]';
  return Array.isArray(value) ? '[array]' : `[${typeof value}]`;
}
