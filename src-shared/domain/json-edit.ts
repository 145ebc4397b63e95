/*
 * Changes one member of a JSON text and leaves every other character as it is: parsing and printing the whole would lose
 * long numbers, escapes and repeated keys that belong to somebody else.
 * The text must be valid JSON; strings hold one character per byte (latin1), so that even broken UTF-8 survives.
 */
type Member = {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
};
type Span = { readonly start: number; readonly end: number };

const SPACE = /[\t\n\r ]/;

function skipSpace(text: string, at: number): number {
  let here = at;
  while (here < text.length && SPACE.test(text.charAt(here))) here += 1;
  return here;
}

function endOfString(text: string, at: number): number {
  let here = at + 1;
  while (text[here] !== '"') here += text[here] === '\\' ? 2 : 1;
  return here + 1;
}

function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first !== '{' && first !== '[') {
    let here = at;
    while (here < text.length && !/[,\]}\s]/.test(text.charAt(here))) here += 1;
    return here;
  }
  let depth = 0;
  for (let here = at; here < text.length; ) {
    const char = text[here];
    if (char === '"') {
      here = endOfString(text, here);
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if (char === '}' || char === ']') depth -= 1;
    here += 1;
    if (depth === 0) return here;
  }
  throw new Error('not a whole JSON value');
}

function membersOf(text: string): { readonly open: number; readonly members: readonly Member[] } {
  const open = text.indexOf('{');
  const members: Member[] = [];
  let here = skipSpace(text, open + 1);
  while (text[here] !== '}') {
    if (here >= text.length) throw new Error('not a whole JSON object');
    const start = here;
    const keyEnd = endOfString(text, start);
    const valueStart = skipSpace(text, text.indexOf(':', keyEnd) + 1);
    const end = endOfValue(text, valueStart);
    members.push({ key: JSON.parse(text.slice(start, keyEnd)) as string, start, valueStart, end });
    here = skipSpace(text, end);
    if (text[here] === ',') here = skipSpace(text, here + 1);
  }
  return { open, members };
}

function elementsOf(text: string): { readonly open: number; readonly elements: readonly Span[] } {
  const open = text.indexOf('[');
  const elements: Span[] = [];
  let here = skipSpace(text, open + 1);
  while (text[here] !== ']') {
    if (here >= text.length) throw new Error('not a whole JSON array');
    const end = endOfValue(text, here);
    elements.push({ start: here, end });
    here = skipSpace(text, end);
    if (text[here] === ',') here = skipSpace(text, here + 1);
  }
  return { open, elements };
}

/** Of a repeated key the last one counts, as for every parser. */
export function memberText(text: string, key: string): string | null {
  const member = membersOf(text).members.findLast((one) => one.key === key);
  return member === undefined ? null : text.slice(member.valueStart, member.end);
}

/** A new member goes behind those that `order` puts before it; keys it does not know are no landmarks. */
export function setMember(text: string, key: string, value: string, order: readonly string[]): string {
  const { open, members } = membersOf(text);
  const present = members.findLast((one) => one.key === key);
  if (present !== undefined) return text.slice(0, present.valueStart) + value + text.slice(present.end);
  const fresh = `${JSON.stringify(key)}:${value}`;
  const rank = order.indexOf(key);
  const isBefore = (one: Member) =>
    order.indexOf(one.key) >= 0 && (rank < 0 || order.indexOf(one.key) < rank);
  const before = rank < 0 ? members.at(-1) : members.findLast(isBefore);
  if (before !== undefined) return `${text.slice(0, before.end)},${fresh}${text.slice(before.end)}`;
  return text.slice(0, open + 1) + fresh + (members.length > 0 ? ',' : '') + text.slice(open + 1);
}

function removeSpan(text: string, spans: readonly Span[], index: number): string {
  const span = spans[index];
  if (span === undefined) return text;
  const next = spans[index + 1];
  if (next !== undefined) return text.slice(0, span.start) + text.slice(next.start);
  const previous = spans[index - 1];
  return text.slice(0, previous === undefined ? span.start : previous.end) + text.slice(span.end);
}

export function removeMember(text: string, key: string): string {
  let left = text;
  for (;;) {
    const { members } = membersOf(left);
    const index = members.findIndex((one) => one.key === key);
    if (index < 0) return left;
    left = removeSpan(left, members, index);
  }
}

export function appendElement(text: string, element: string): string {
  const { open, elements } = elementsOf(text);
  const last = elements.at(-1);
  if (last === undefined) return text.slice(0, open + 1) + element + text.slice(open + 1);
  return `${text.slice(0, last.end)},${element}${text.slice(last.end)}`;
}

export function removeElement(text: string, index: number): string {
  return removeSpan(text, elementsOf(text).elements, index);
}
