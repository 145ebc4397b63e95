import { type ParsedFilter, readFilter } from './query-filters';
import type { HistoryFilter } from './record';

export const FILTER_KEYS = [
  'project',
  'bead',
  'agent',
  'tag',
  'status',
  'outcome',
  'model',
  'since',
  'until',
  'billed',
  'cost',
  'has',
  'from',
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** A filter as it stands in the text, with its place there. */
export type FilterPart = {
  readonly key: FilterKey;
  readonly value: string;
  /** `-bead:` leaves out what it names. */
  readonly isNot: boolean;
  readonly from: number;
  readonly to: number;
  /** What it should have been; such a part filters nothing. */
  readonly problem: string | null;
};

export type HistoryQuery = {
  /** What is to be found in the texts, in the language of `search-query.ts`. */
  readonly words: string;
  readonly filter: HistoryFilter;
  readonly parts: readonly FilterPart[];
};

/** `key:value`, `key:"a value"`; a phrase in quotes is skipped as a whole, so that nothing in it is a filter. */
const PIECE = /"[^"]*"?|(-bead|[a-z]+):(?:"([^"]*)"?|([^\s"]*))|[^\s"]+/giu;

/**
 * What a person types into the search box: words, "phrases" and beginnings* as before, and filters between them. Filters
 * of different kinds narrow each other; several of `status`, `outcome` are alternatives, several tags must all be there, and
 * of what `-bead:` names nothing. A word with a colon that is no filter of ours stays a word.
 */
export function readHistoryQuery(text: string, nowMs: number): HistoryQuery {
  const words: string[] = [];
  const parts: FilterPart[] = [];
  const filters: HistoryFilter[] = [];
  for (const match of text.matchAll(PIECE)) {
    const isNot = match[1]?.startsWith('-') ?? false;
    const key = match[1]?.toLowerCase().replace(/^-/, '');
    if (!isKey(key)) {
      words.push(match[0]);
      continue;
    }
    const value = (match[2] ?? match[3] ?? '').trim();
    const read: ParsedFilter = value === '' ? { filter: {} } : readFilter(key, value, nowMs, isNot);
    const place = { from: match.index, to: match.index + match[0].length };
    parts.push({ key, value, isNot, ...place, problem: 'problem' in read ? read.problem : null });
    if ('filter' in read) filters.push(read.filter);
  }
  return { words: words.join(' '), filter: filters.reduce(narrowed, {}), parts };
}

const isKey = (key: string | undefined): key is FilterKey =>
  key !== undefined && (FILTER_KEYS as readonly string[]).includes(key);

/** Of two ranges what they share; of alternatives both; of everything else the later word. */
function narrowed(a: HistoryFilter, b: HistoryFilter): HistoryFilter {
  const latest = [a.since, b.since].filter((each) => each !== undefined).sort();
  const earliest = [a.until, b.until].filter((each) => each !== undefined).sort();
  const joined = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined) =>
    one === undefined && other === undefined ? undefined : [...new Set([...(one ?? []), ...(other ?? [])])];
  const all = {
    ...a,
    ...b,
    since: latest.at(-1),
    until: earliest[0],
    status: joined(a.status, b.status),
    outcome: joined(a.outcome, b.outcome),
    tags: joined(a.tags, b.tags),
    has: joined(a.has, b.has),
    not_beads: joined(a.not_beads, b.not_beads),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The text without this part of it. */
export function withoutPart(text: string, { from, to }: Pick<FilterPart, 'from' | 'to'>): string {
  return `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
}

/** The text with this filter and no other of its kind; an empty value takes it away. */
export function withFilter(text: string, key: FilterKey, value: string): string {
  const parts = readHistoryQuery(text, 0).parts.filter((part) => part.key === key);
  const rest = parts.toReversed().reduce(withoutPart, text).trim();
  if (value === '') return rest;
  return `${rest} ${filterText(key, value)}`.trim();
}

export function filterText(key: FilterKey, value: string): string {
  return /\s/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`;
}

/** Without the filters that are wrong or still being typed: what can be asked for meanwhile. */
export function askableText(text: string, query: HistoryQuery): string {
  const unusable = query.parts.filter(({ problem, value }) => problem !== null || value === '');
  return unusable.toReversed().reduce(withoutPart, text).trim();
}
