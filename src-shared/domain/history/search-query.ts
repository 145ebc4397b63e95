/** What a person typed, as words that must all be there, phrases, and beginnings of words. */
export type SearchTerm = { readonly words: readonly string[]; readonly isPrefix: boolean };

const MOST_TERMS = 20;

/**
 * `cache "entropy gate" mig*` is three terms. Everything else is only text: nothing a person types is an error or means
 * something to the index.
 */
export function readSearchQuery(text: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, phrase, word] of text.matchAll(/"([^"]*)"?|([^\s"]+)/g)) {
    const isPrefix = word?.endsWith('*') ?? false;
    const words = wordsOf(phrase ?? word ?? '');
    if (words.length > 0) terms.push({ words, isPrefix });
  }
  return terms.slice(0, MOST_TERMS);
}

/** As the index cuts texts: letters, marks and digits of any script. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)?.slice(0, 30) ?? [];
}
