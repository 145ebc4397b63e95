import type { SearchTerm } from './search-query';
import { hasTerms } from './snippet';

const PLAIN_WORD = /^[a-z0-9]+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, whatever it is.
const PLAIN_TEXT = /^[\x00-\x7f]*$/;

/** A test for texts in which a word begins so, as the index would find them; null: the terms are not just that. */
export function beginningTest(terms: readonly SearchTerm[]): ((text: string) => boolean) | null {
  const [term, another] = terms;
  const [word, second] = term?.words ?? [];
  if (term === undefined || another !== undefined || !term.isPrefix) return null;
  if (word === undefined || second !== undefined || !PLAIN_WORD.test(word)) return null;
  const wanted = word.toLowerCase();
  return (text) => {
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1))
      if (at === 0 || isPlainGap(lower.charCodeAt(at - 1))) return true;
    // A word with marks may begin so too, and a letter of any script may stand before it.
    return !PLAIN_TEXT.test(text) && hasTerms(text, terms);
  };
}

/** Of ASCII, and part of no word. */
const isPlainGap = (code: number) =>
  code < 128 && !((code >= 97 && code <= 122) || (code >= 48 && code <= 57));
