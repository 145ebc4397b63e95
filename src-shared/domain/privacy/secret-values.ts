/** The value of an assignment, where it lies in the text. */
export type ValueSpan = { readonly start: number; readonly end: number; readonly isQuoted: boolean };

const SPACE = 32;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DOUBLE = 34;
const SINGLE = 39;
const BACKTICK = 96;
const BACKSLASH = 92;

/** JSON in JSON in JSON in JSON. */
const DEEPEST = 15;

export const isQuoteCode = (code: number) => code === DOUBLE || code === SINGLE || code === BACKTICK;
const stops = new Set([...' \t\r\n"\'`;&|<>,)]}'].map((letter) => letter.charCodeAt(0)));
const envStops = new Set([...' \t\r\n"\'`;&|'].map((letter) => letter.charCodeAt(0)));

/** Reads forward once; what is left open ends with its line, so that no text is read twice. */
export function readValue(text: string, from: number, isEnvLine: boolean): ValueSpan | null {
  let at = from;
  while (text.charCodeAt(at) === BACKSLASH && at - from < DEEPEST) at += 1;
  const quote = text.charCodeAt(at);
  if (isQuoteCode(quote)) return readQuoted(text, from, at, quote);
  at = from;
  const ends = isEnvLine ? envStops : stops;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (ends.has(code)) break;
    if (code === BACKSLASH && isEscapedBreak(text.charCodeAt(at + 1))) break;
    at += 1;
  }
  return at === from ? null : { start: from, end: at, isQuoted: false };
}

/** In text that is JSON inside JSON a quote wears backslashes, and its partner wears as many. */
function readQuoted(text: string, from: number, at: number, quote: number): ValueSpan | null {
  const depth = at - from;
  let slashes = 0;
  for (let place = at + 1; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === BACKSLASH) slashes += 1;
    else {
      if (code === quote && slashes <= depth)
        return place - slashes === at + 1 ? null : { start: from, end: place + 1, isQuoted: true };
      // An escaped backslash before the closing quote: `"abc\\"` is closed.
      if (code === quote && depth === 0 && slashes % 2 === 0)
        return { start: from, end: place + 1, isQuoted: true };
      if (code === LINE_FEED && quote !== BACKTICK) return { start: from, end: place, isQuoted: true };
      slashes = 0;
    }
  }
  return { start: from, end: text.length, isQuoted: true };
}

const isEscapedBreak = (code: number) => code === 110 || code === 114 || code === 116 || isQuoteCode(code);

export function skipBlanks(text: string, from: number, most: number): number {
  let at = from;
  while (at - from < most && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB)) at += 1;
  return at;
}

export function isLineStart(text: string, at: number): boolean {
  const code = at === 0 ? LINE_FEED : text.charCodeAt(at - 1);
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
