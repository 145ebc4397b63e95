import type { Message } from './message';

/**
 * What a message says, in short: two with the same form are the same to the last letter, whatever the order of their
 * fields. Not a secret's keeper: take it of filtered messages alone.
 */
export function formOf(message: Message): string {
  const text = JSON.stringify(sorted(message));
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)]);
}
