import { type Finding, findRedactions } from './find-redactions';
import type { RuleName, TextLevel } from './rules';

/** How often each rule struck. Never the value. */
export type Redactions = Partial<Record<RuleName, number>>;
export type FilteredText = { readonly text: string; readonly redactions: Redactions };

/** The one function every text passes before it is written, indexed, logged, exported or sent. */
export function filterText(text: string, level: TextLevel): FilteredText {
  const found = findRedactions(text, level);
  return found.length === 0
    ? { text, redactions: {} }
    : { text: replaceFindings(text, found), redactions: countFindings(found) };
}

function replaceFindings(text: string, found: readonly Finding[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end, replacement } of found) {
    pieces.push(text.slice(from, start), replacement);
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

function countFindings(found: readonly Finding[]): Redactions {
  const redactions: Redactions = {};
  for (const { rule } of found) redactions[rule] = (redactions[rule] ?? 0) + 1;
  return redactions;
}

export function addRedactions(a: Redactions, b: Redactions): Redactions {
  const sum: Redactions = { ...a };
  for (const [rule, count] of Object.entries(b)) sum[rule as RuleName] = (sum[rule as RuleName] ?? 0) + count;
  return sum;
}
