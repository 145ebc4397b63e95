import { BoardQuery, EMPTY_QUERY } from './query';

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
  const draft: Record<string, unknown> = {};
  for (const name of SINGLES) draft[name] = all(name)[0];
  for (const [short, name] of LISTS)
    draft[name] = name === 'priorities' ? all(short).map(toNumber) : all(short);
  return keepValid(draft);
}

/** Field by field, value by value: one bad part does not cost the others. */
function keepValid(draft: Record<string, unknown>): BoardQuery {
  let query = EMPTY_QUERY;
  for (const [name, value] of Object.entries(draft)) {
    const values = Array.isArray(value) ? value : [value];
    const whole = BoardQuery.safeParse({ ...query, [name]: value });
    if (whole.success) {
      query = whole.data;
      continue;
    }
    if (!Array.isArray(value)) continue;
    const kept = values.filter((one) => BoardQuery.safeParse({ [name]: [one] }).success).slice(0, 5);
    const rest = BoardQuery.safeParse({ ...query, [name]: kept });
    if (rest.success) query = rest.data;
  }
  return query;
}

const toNumber = (text: string) => (/^\d$/.test(text) ? Number(text) : Number.NaN);

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
