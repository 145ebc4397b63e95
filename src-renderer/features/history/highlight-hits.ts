import type { SearchTerm } from '@domain/history/search-query';

const ALL = 'history-hit';
const NOW = 'history-hit-now';
const MOST = 2000;

/** What is looked for, as one pattern; null when there is nothing. */
export function hitPattern(terms: readonly SearchTerm[], characters: string): RegExp | null {
  const ofTerms = terms.map(({ words, isPrefix }) => {
    const inner = words.map(escaped).join('[^\\p{L}\\p{N}]+');
    return `(?<![\\p{L}\\p{N}])${inner}${isPrefix ? '' : '(?![\\p{L}\\p{N}])'}`;
  });
  const sources = characters === '' ? ofTerms : [escaped(characters)];
  return sources.length === 0 ? null : new RegExp(sources.join('|'), 'giu');
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Marks what was found without touching what is drawn: the rows belong to others. A browser that cannot do this shows the
 * place alone.
 */
export function highlightHits(root: Element, pattern: RegExp | null, current: Element | null): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(NOW);
  if (pattern === null) return;
  const all: Range[] = [];
  const now: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (
    let node = walker.nextNode();
    node !== null && all.length + now.length < MOST;
    node = walker.nextNode()
  ) {
    for (const match of (node.nodeValue ?? '').matchAll(pattern)) {
      if (match[0] === '') continue;
      const range = new Range();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      (current?.contains(node) ? now : all).push(range);
    }
  }
  CSS.highlights.set(ALL, new Highlight(...all));
  CSS.highlights.set(NOW, new Highlight(...now));
}

export function clearHighlights(): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(NOW);
}
