import { BOARD_SORTS, type BoardQuery, EMPTY_QUERY } from './query';

/*
 * A query as a piece of a link: `text=login&label=ux&label=a11y&priority=0&group=epic`.
 * Q1  What `encodeQuery` writes, `decodeQuery` reads back to the same query.
 * Q2  Any text decodes to a valid query: parts that make no sense are left out.
 */
const LISTS = [
  ['label', 'labels'],
  ['type', 'types'],
  ['priority', 'priorities'],
  ['assignee', 'assignees'],
  ['epic', 'epics'],
  ['column', 'columns'],
  ['expanded', 'expanded'],
] as const;
const SINGLES = ['text', 'group', 'sort'] as const;

export function encodeQuery(query: BoardQuery): string {
  const singles = SINGLES.filter((name) => query[name] !== EMPTY_QUERY[name]).map(
    (name) => `${name}=${encode(query[name])}`,
  );
  const lists = LISTS.flatMap(([short, name]) =>
    query[name].map((value) => `${short}=${encode(String(value))}`),
  );
  return [...singles, ...lists].join('&');
}

export function decodeQuery(link: string): BoardQuery {
  const pairs = link
    .replace(/^[?#]/, '')
    .split('&')
    .flatMap((part) => {
      const at = part.indexOf('=');
      const value = at === -1 ? null : decode(part.slice(at + 1));
      return value === null ? [] : [[part.slice(0, at), value] as const];
    });
  const all = (name: string) => pairs.filter(([key]) => key === name).map(([, value]) => value);
  const words = (name: string) => all(name).filter(isWord).slice(0, MOST_WORDS);
  const [text = ''] = all('text');
  const [sort] = all('sort');
  return {
    text: text.length > LONGEST_TEXT ? '' : text,
    labels: words('label'),
    types: words('type'),
    priorities: all('priority').filter(isPriority).slice(0, MOST_PRIORITIES).map(Number),
    assignees: words('assignee'),
    epics: words('epic'),
    group: all('group')[0] === 'epic' ? 'epic' : EMPTY_QUERY.group,
    sort: BOARD_SORTS.find((known) => known === sort) ?? EMPTY_QUERY.sort,
    columns: words('column'),
    expanded: words('expanded'),
  };
}

const LONGEST_TEXT = 500;
const LONGEST_WORD = 200;
const MOST_WORDS = 100;
const MOST_PRIORITIES = 5;
const isWord = (text: string) => text.length <= LONGEST_WORD;
const isPriority = (text: string) => /^[0-4]$/.test(text);

function encode(text: string): string {
  // Half a surrogate pair has no spelling in a link.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
