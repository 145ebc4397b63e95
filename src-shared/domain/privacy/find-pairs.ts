import { isQuoteCode, readValue, type ValueSpan } from './secret-values';

/*
 * A name and its value that no `=` or `:` joins, as configuration files and calls write them. Each looks a bounded way back or
 * forward and only where its first character fits, so that the walk stays linear.
 */
const valueField = /["']?,?[ \t]{0,20}(?:\r?\n[ \t]{0,60})?["']?value["']?[ \t]{0,8}[:=][ \t]{0,8}/iy;
const secondArgument = /["'][ \t]{0,8},[ \t]{0,8}(?=["'`])/y;
const caller =
  /(?:define|setenv|putenv|set|setdefault|append|add|put|setItem|setHeader|addHeader|header)\([ \t]{0,4}$/i;
const fishSet = /(?:^|[\s;])(?:set[ \t]{1,4}-[a-zA-Z]{0,4}x|setx)[ \t]{1,4}$/;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const COMMA = 44;
const LESS = 60;
const GREATER = 62;
const SMALL_X = 120;
const LONGEST_ELEMENT = 600;

/** The value that belongs to the name at [start, end), or null. Whether the name tells of a secret is asked by the caller. */
export function findPair(text: string, start: number, end: number): ValueSpan | null {
  const next = text.charCodeAt(end);
  if (next === GREATER) return elementValue(text, start, end);
  if (isQuoteCode(next) || next === LINE_FEED || next === CARRIAGE_RETURN || next === COMMA)
    return argumentValue(text, start, end) ?? fieldValue(text, end);
  if (next === SPACE && text.charCodeAt(start - 1) === SPACE && text.charCodeAt(start - 2) === SMALL_X)
    return fishSet.test(text.slice(Math.max(0, start - 16), start)) ? readValue(text, end + 1, false) : null;
  return null;
}

/** `name: DB_PASSWORD`, below it `value: …`; `key="…" value="…"`; `"name":"…","value":"…"`. */
function fieldValue(text: string, end: number): ValueSpan | null {
  valueField.lastIndex = end;
  return valueField.test(text) ? readValue(text, valueField.lastIndex, false) : null;
}

/** `define('DB_PASSWORD', '…')`, `headers.set("X-Api-Key", "…")`. */
function argumentValue(text: string, start: number, end: number): ValueSpan | null {
  if (!isQuoteCode(text.charCodeAt(start - 1))) return null;
  secondArgument.lastIndex = end;
  if (!secondArgument.test(text)) return null;
  const from = secondArgument.lastIndex;
  return caller.test(text.slice(Math.max(0, start - 20), start - 1)) ? readValue(text, from, false) : null;
}

/** `<password>…</password>`. */
function elementValue(text: string, start: number, end: number): ValueSpan | null {
  if (text.charCodeAt(start - 1) !== LESS) return null;
  const inside = text.slice(end + 1, end + 1 + LONGEST_ELEMENT);
  const length = inside.indexOf('<');
  if (length < 1 || !text.startsWith(`</${text.slice(start, Math.min(end, start + 100))}`, end + 1 + length))
    return null;
  return { start: end + 1, end: end + 1 + length, isQuoted: true };
}

const typed = /[ \t]{0,4}&?[A-Za-z_'][\w<>[\].|&?' ]{0,60}=[ \t]{0,4}(?=["'`])/y;

/** `NAME: &str = "…"`, `token: string = '…'`: where the quoted value begins, behind the type. -1: there is none. */
export function behindType(text: string, from: number): number {
  typed.lastIndex = from;
  return typed.test(text) ? typed.lastIndex : -1;
}

/** `||=`, `??=`, `?=` and `+=` are assignments too: where their `=` is. */
export function assigningAt(text: string, at: number): number {
  const pair = text.slice(at, at + 2);
  if ((pair === '||' || pair === '??') && text.charAt(at + 2) === '=') return at + 2;
  return pair === '?=' || pair === '+=' ? at + 1 : at;
}

const LONGEST_TAG = 200;

/** `<li key="…">`: what a list of a page is told apart by. */
export function isTagAttribute(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_TAG), start);
  const open = before.lastIndexOf('<');
  return open >= 0 && !before.includes('>', open) && /^<[A-Za-z]/.test(before.slice(open, open + 2));
}

const cookies = /[\w.%-]{1,100}=[^\s;"'\\]{1,2000}(?:;[ \t]?[\w.%-]{1,100}(?:=[^\s;"'\\]{0,2000})?)*/y;

/** `Cookie: theme=dark; session=…`: which of them opens the door is known to the server alone, so all of them go. */
export function cookieHeader(text: string, start: number, end: number, from: number): ValueSpan | null {
  if (end - start > 10 || !/^(?:set-)?cookie$/i.test(text.slice(start, end))) return null;
  cookies.lastIndex = from;
  if (!cookies.test(text) || !/[0-9]/.test(text.slice(from, cookies.lastIndex))) return null;
  return { start: from, end: cookies.lastIndex, isQuoted: true };
}
