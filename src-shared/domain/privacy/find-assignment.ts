import { assigningAt, behindType, cookieHeader, findPair, isTagAttribute } from './find-pairs';
import type { Finding } from './find-redactions';
import { isInnocentValue, looksRandom } from './judge-value';
import { REDACTED, type TextLevel } from './rules';
import { type Telling, tellingOf } from './secret-names';
import { isLineStart, isQuoteCode, readValue, skipBlanks, type ValueSpan } from './secret-values';

const BLANKS = 8;
const LONG_VALUE = 200;
const COLON = 58;
const EQUALS = 61;
const GREATER = 62;
const PLUS = 43;
const QUESTION = 63;
const PIPE = 124;
const BACKSLASH = 92;
const BRACKET = 93;

/** `NAME=value`, `"name": "value"`, `name: value`, `name => 'value'`, `?name=value`; the name is [start, end). */
export function findAssignment(
  text: string,
  start: number,
  end: number,
  level: TextLevel,
  passed: { until: number },
): Finding | null {
  if (start < passed.until) return null;
  let at = end;
  let code = text.charCodeAt(at);
  // `"name":` and, in JSON inside JSON, `\"name\":`; also `['name'] =`.
  if (code === BACKSLASH || isQuoteCode(code)) {
    while (text.charCodeAt(at) === BACKSLASH && at - end < BLANKS) at += 1;
    if (!isQuoteCode(text.charCodeAt(at))) return null;
    at += 1;
    if (text.charCodeAt(at) === BRACKET) at += 1;
    code = text.charCodeAt(at);
  }
  if (code === 32 || code === 9) {
    at = skipBlanks(text, at, BLANKS);
    code = text.charCodeAt(at);
  }
  if (code === PIPE || code === QUESTION || code === PLUS) {
    at = assigningAt(text, at);
    code = text.charCodeAt(at);
  }
  if (code !== COLON && code !== EQUALS) return pairFinding(text, start, end, level);
  const telling = tellingOf(text.slice(start, end));
  if (telling === 'none') return null;
  if (telling === 'weak' && code === EQUALS && isTagAttribute(text, start))
    return pairFinding(text, start, end, level);
  const before = start === 0 ? 10 : text.charCodeAt(start - 1);
  const isQuery = code === EQUALS && (before === 63 || before === 38);
  // In an address whatever is called by such a name is taken, but a key: `?sort_key=name` opens nothing.
  const asked = isQuery && !/key$/i.test(text.slice(end - 3, end)) ? 'strong' : telling;
  const isTight = code === EQUALS && at === end && text.charCodeAt(at + 1) !== 32;
  at += 1;
  let needsQuotes = false;
  const second = text.charCodeAt(at);
  if (code === COLON && second === EQUALS) at += 1;
  else if (second === EQUALS || second === GREATER) {
    // A comparison or an arrow: only what stands in quotes is a value.
    needsQuotes = true;
    while (text.charCodeAt(at) === EQUALS || text.charCodeAt(at) === GREATER) at += 1;
  } else if (code === COLON && (second === COLON || second === 47)) return null;
  at = skipBlanks(text, at, BLANKS);
  if (code === COLON) at = Math.max(at, behindType(text, at));
  if (code === COLON && level === 'redacted') {
    const cookies = cookieHeader(text, start, end, at);
    if (cookies !== null) return taken(cookies, 'secret-assignment');
  }
  const block = code === COLON ? blockValue(text, at, level) : null;
  // A block is long and is never let pass: what lies in it would be read again for every line.
  if (block !== null && level === 'redacted') return taken(block, 'secret-assignment');
  const isEnvLine = isTight && /^[A-Z0-9_]+$/.test(text.slice(start, end)) && startsStatement(text, start);
  const span = block ?? afterScheme(text, readValue(text, at, isEnvLine));
  if (span === null || (needsQuotes && !span.isQuoted)) return null;
  const finding = judge({ text, span, telling: asked, level, isTight: isTight || isQuery, isQuery });
  // `key=key=key=…`: what lies inside a long value that was let pass would be read again for every name in it.
  if (finding === null && !span.isQuoted && span.end - span.start > LONG_VALUE) passed.until = span.end;
  return finding;
}

function pairFinding(text: string, start: number, end: number, level: TextLevel): Finding | null {
  const span = findPair(text, start, end);
  if (span === null) return null;
  const telling = tellingOf(text.slice(start, end));
  // Weakly telling names are taken where they are assigned; beside one another they say too little.
  return telling === 'strong' ? judge({ text, span, telling, level, isTight: true, isQuery: false }) : null;
}

/** `--password value`; with `=` it is an assignment. `-u name:password` too. */
export function findFlagValue(text: string, start: number, end: number, dashes: number): Finding | null {
  const next = text.charCodeAt(end);
  if (next !== 32 && next !== 9 && next !== EQUALS) return null;
  const name = text.slice(start, Math.min(end, start + 60));
  const isUser =
    (dashes === 1 && name === 'u') || (dashes === 2 && (name === 'user' || name === 'proxy-user'));
  if (isUser) return findUserPassword(text, end);
  if (dashes !== 2 || next === EQUALS || tellingOf(name) !== 'strong') return null;
  flagGap.lastIndex = end;
  if (!flagGap.test(text)) return null;
  const from = flagGap.lastIndex;
  const first = text.charCodeAt(from);
  if (first === 45 || first === 91) return null;
  const span = readValue(text, from, false);
  return span === null
    ? null
    : judge({ text, span, telling: 'strong', level: 'redacted', isTight: true, isQuery: false });
}

/** Blanks, also over a line that goes on with a backslash. */
const flagGap = /(?:[ \t]|\\\r?\n){1,40}/y;
const userPassword = /[ \t=]{1,4}(["']?)[^\s:"'$]{1,200}:/y;

function findUserPassword(text: string, end: number): Finding | null {
  userPassword.lastIndex = end;
  const match = userPassword.exec(text);
  if (match === null) return null;
  const from = userPassword.lastIndex;
  const rest = text.slice(from, from + 500);
  if (/^[$[*<]/.test(rest)) return null;
  const length = rest.search(match[1] === '' ? /[\s"'|;&]|$/ : match[1] === '"' ? /["\n]|$/ : /['\n]|$/);
  return length === 0
    ? null
    : { start: from, end: from + length, rule: 'secret-assignment', replacement: REDACTED };
}

type Case = {
  readonly text: string;
  readonly span: ValueSpan;
  readonly telling: Telling;
  readonly level: TextLevel;
  readonly isTight: boolean;
  readonly isQuery: boolean;
};

function judge({ text, span, telling, level, isTight, isQuery }: Case): Finding | null {
  const raw = text.slice(span.start, Math.min(span.end, span.start + 600));
  const value = span.isQuoted ? raw.replace(/^\\*["'`]|\\*["'`]$/g, '') : raw;
  const after = text.slice(span.end, span.end + 3);
  if (isInnocentValue({ value, isQuoted: span.isQuoted, isTight, after }, telling)) return null;
  if (isQuery) return taken(span, 'url-credential');
  if (level === 'redacted') return taken(span, 'secret-assignment');
  return looksRandom(value) ? taken(span, 'high-entropy') : null;
}

function taken(span: ValueSpan, rule: Finding['rule']): Finding {
  return { start: span.start, end: span.end, rule, replacement: REDACTED };
}

const blockHead = /[|>][+-]?[0-9]?[ \t]*\r?\n/y;
const blockLines = /(?:[ \t]+[^\n]*(?:\n(?=[ \t])|$|(?=\n)))+/y;

/** The lines of a YAML block are taken whole; of what people say only a first line that looks random. */
function blockValue(text: string, from: number, level: TextLevel): ValueSpan | null {
  blockHead.lastIndex = from;
  if (!blockHead.test(text)) return null;
  const first = blockHead.lastIndex;
  if (level === 'shapes') return readValue(text, skipBlanks(text, first, BLANKS), false);
  blockLines.lastIndex = first;
  if (!blockLines.test(text)) return null;
  const [start, end] = [skipBlanks(text, first, 200), blockLines.lastIndex];
  return start < end ? { start, end, isQuoted: true } : null;
}

const scheme = /(?:Bearer|Basic|Token|Digest|ApiKey|Bot)[ \t]{1,4}/iy;

/** `Authorization: Basic …`: the scheme stays, what follows it is the secret. */
function afterScheme(text: string, span: ValueSpan | null): ValueSpan | null {
  if (span === null || span.isQuoted) return span;
  scheme.lastIndex = span.start;
  return scheme.test(text) ? readValue(text, scheme.lastIndex, false) : span;
}

function startsStatement(text: string, start: number): boolean {
  if (isLineStart(text, start)) return true;
  return /(?:^|[\n;])[ \t+-]{0,8}(?:export|set|ENV|ARG)[ \t]{1,4}$/.test(
    text.slice(Math.max(0, start - 24), start),
  );
}
