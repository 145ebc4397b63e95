import type { SearchTerm } from './search-query';

export type SnippetPiece = { readonly text: string; readonly is_hit: boolean };

const BEFORE = 60;
const AFTER = 200;
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const MARKS = /\p{M}+/gu;

/**
 * The words around the first hit, with every hit in them told apart. The index could do this, but it cuts each text into
 * words again for it, which is most of a search's time. Words are compared as the index compares them: without case and
 * without marks.
 */
export function snippetOf(text: string, terms: readonly SearchTerm[]): SnippetPiece[] {
  const wanted = terms.flatMap(({ words, isPrefix }) =>
    words.map((word, at) => ({ word: folded(word), isPrefix: isPrefix && at === words.length - 1 })),
  );
  const isWanted = (word: string) => {
    const plain = folded(word);
    return wanted.some((each) => (each.isPrefix ? plain.startsWith(each.word) : plain === each.word));
  };
  const first = firstHit(text, wanted, isWanted);
  const from = startOfWord(text, Math.max(0, first - BEFORE), first);
  const to = Math.min(text.length, first + AFTER);
  const pieces: SnippetPiece[] = [];
  const add = (piece: string, is_hit: boolean) => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last !== undefined && last.is_hit === is_hit && !is_hit)
      pieces[pieces.length - 1] = { text: last.text + piece, is_hit };
    else pieces.push({ text: piece, is_hit });
  };
  if (from > 0) add('…', false);
  let at = from;
  for (const match of text.slice(from, to).matchAll(WORD)) {
    const begin = from + match.index;
    if (!isWanted(match[0])) continue;
    add(text.slice(at, begin), false);
    add(match[0], true);
    at = begin + match[0].length;
  }
  add(text.slice(at, to), false);
  if (to < text.length) add('…', false);
  return pieces;
}

/** Whether every term stands in the text: phrases word by word in a row. */
export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const words = (text.match(WORD) ?? []).map(folded);
  return terms.every(({ words: wanted, isPrefix }) => {
    const plain = wanted.map(folded);
    const last = plain.length - 1;
    return words.some((_, at) =>
      plain.every((word, place) => {
        const met = words[at + place];
        return isPrefix && place === last ? (met?.startsWith(word) ?? false) : met === word;
      }),
    );
  });
}

type Wanted = { readonly word: string; readonly isPrefix: boolean };

/** What tools answered may be long, and its first hit is mostly not at its end: it is looked at piece by piece. */
const PIECE = 4096;

/** A word as it was typed is found by looking for its letters; only one with other marks needs every word looked at. */
function firstHit(text: string, wanted: readonly Wanted[], isWanted: (word: string) => boolean): number {
  const longest = Math.max(0, ...wanted.map(({ word }) => word.length));
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = text.slice(from, from + PIECE + longest);
    const lower = piece.toLowerCase();
    // Lower case may be longer than what it came from; then places would not fit.
    if (lower.length !== piece.length) break;
    const first = Math.min(...wanted.map((each) => hitIn(text, lower, from, each)));
    if (first !== Number.POSITIVE_INFINITY) return first;
  }
  for (const match of text.matchAll(WORD)) if (isWanted(match[0])) return match.index;
  return 0;
}

/** Infinite: it does not begin in this piece. */
function hitIn(text: string, lower: string, from: number, { word, isPrefix }: Wanted): number {
  for (let at = lower.indexOf(word); at !== -1 && at < PIECE; at = lower.indexOf(word, at + 1))
    if (isEdge(text, from + at - 1) && (isPrefix || isEdge(text, from + at + word.length))) return from + at;
  return Number.POSITIVE_INFINITY;
}

const LETTER = /[\p{L}\p{N}\p{M}\p{Co}]/u;
const isEdge = (text: string, at: number) => at < 0 || at >= text.length || !LETTER.test(text.charAt(at));

/** Not in the middle of a word, nor of a pair of surrogates. */
function startOfWord(text: string, from: number, to: number): number {
  if (from === 0) return 0;
  for (let at = from; at < to; at += 1) if (/\s/.test(text.charAt(at))) return at + 1;
  return to;
}

const PLAIN = /^[ -~]*$/;

function folded(word: string): string {
  // Nearly every word: it has no marks to take off.
  if (PLAIN.test(word)) return word.toLowerCase();
  return word.normalize('NFD').replace(MARKS, '').toLowerCase();
}
