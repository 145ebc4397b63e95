import { findAssignment, findFlagValue } from './find-assignment';
import {
  findBearer,
  findCommandSecret,
  findEncodedCredential,
  findEnvReference,
  findPrivateKey,
  findUrlCredential,
} from './find-marked';
import { endOfKeyShape, isDottedShape, SHORTEST_SHAPE } from './key-shapes';
import { isBase64 } from './random-text';
import { REDACTED, type RuleName, type TextLevel } from './rules';

/*
 * One walk over the text, word by word; a rule is asked only where it could begin.
 * W1  Findings lie in order and do not overlap: after one the walk goes on behind it.
 * W2  Time is linear in the length of any text: a rule reads forward within bounds, or over what it then takes.
 * W3  A word is a run of letters, digits, `_` and `-`; every key shape begins with one.
 */
export type Finding = {
  readonly start: number;
  readonly end: number;
  readonly rule: RuleName;
  readonly replacement: string;
};

const OTHER = 0;
const WORD = 1;
const BASE64_ONLY = 2;
const DOLLAR = 3;
const COLON = 4;
const ESCAPE = 5;
const ENCODED = 6;

const kinds = new Uint8Array(128);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-')
  kinds[letter.charCodeAt(0)] = WORD;
for (const letter of '+/') kinds[letter.charCodeAt(0)] = BASE64_ONLY;
kinds['$'.charCodeAt(0)] = DOLLAR;
kinds[':'.charCodeAt(0)] = COLON;
kinds[0x1b] = ESCAPE;
kinds['%'.charCodeAt(0)] = ENCODED;

const PERCENT = 37;
const DASH = 45;
const DOT = 46;
const SLASH = 47;
const EQUALS = 61;
const SPACE = 32;
const SMALL_X = 120;
const BACKSLASH = 92;
const LONGEST_PLAIN = 50;

/** The first two letters of the words that mark a secret by themselves: bearer, basic, sshpass, mysql, … */
const marks = new Uint8Array(128 * 128);
for (const pair of ['be', 'ba', 'ss', 'my', 'ma', 're', 'do', 'po', 'pa', 'id'])
  for (const first of [pair.charCodeAt(0), pair.toUpperCase().charCodeAt(0)])
    for (const second of [pair.charCodeAt(1), pair.toUpperCase().charCodeAt(1)])
      marks[first * 128 + second] = 1;

type Walk = {
  readonly text: string;
  readonly level: TextLevel;
  readonly passed: { until: number };
  readonly keyEnds: { next: number; isKnown: boolean };
};

export function findRedactions(text: string, level: TextLevel): Finding[] {
  const found: Finding[] = [];
  const walk: Walk = { text, level, passed: { until: 0 }, keyEnds: { next: -1, isKnown: false } };
  const isRedacted = level === 'redacted';
  const length = text.length;
  let runFrom = 0;
  let runTo = -1;
  let at = 0;

  // No closure reaches into this loop: `at` stays a register, which is half of the speed.
  while (at < length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? kinds[code] : OTHER;
    if (kind === OTHER) {
      at += 1;
      continue;
    }
    let finding: Finding | null = null;
    if (kind === WORD) {
      const start = at;
      at += 1;
      while (at < length) {
        const next = text.charCodeAt(at);
        if (next > 127 || kinds[next] !== WORD) break;
        at += 1;
      }
      if (start !== runTo) runFrom = start;
      runTo = at;
      finding = findAtWord(walk, start, at, code);
    } else if (kind === BASE64_ONLY) {
      if (at !== runTo) runFrom = at;
      at += 1;
      runTo = at;
    } else if (kind === DOLLAR) {
      if (isRedacted) finding = findEnvReference(text, at);
      at += 1;
      // `$password = "…"`: the name stays known, and its value goes too.
      const assigned = finding === null ? null : findAssigned(walk, finding);
      if (finding !== null && assigned !== null) {
        found.push(finding);
        at = finding.end;
        finding = assigned;
      }
    } else if (kind === COLON) {
      if (text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH)
        finding = findUrlCredential(text, at + 3);
      at += 1;
    } else if (kind === ENCODED) {
      if (text.charCodeAt(at + 1) === 51) finding = findEncodedCredential(text, at);
      at += 1;
    } else at = endOfColour(text, at);
    if (finding === null && isRedacted && at === runTo && at - runFrom > LONGEST_PLAIN && endsRun(text, at))
      finding = findBase64(text, runFrom, at);
    if (finding !== null) {
      // `mysql -u root … -pword`: what stands between the word that told and the secret may hold another.
      const gap = finding.start - at;
      if (gap > SHORTEST_SHAPE) pushMoved(found, findRedactions(text.slice(at, finding.start), level), at);
      found.push(finding);
      at = finding.end;
      runTo = -1;
    }
  }
  return found;
}

const NAME = /[A-Za-z0-9_]+$/;

function findAssigned({ text, level, passed }: Walk, reference: Finding): Finding | null {
  const next = text.charCodeAt(reference.end);
  if (next !== EQUALS && !(next === SPACE && text.charCodeAt(reference.end + 1) === EQUALS)) return null;
  const from = text.slice(reference.start, reference.end).search(NAME);
  return from < 0 ? null : findAssignment(text, reference.start + from, reference.end, level, passed);
}

function pushMoved(found: Finding[], inner: readonly Finding[], by: number): void {
  for (const each of inner) found.push({ ...each, start: each.start + by, end: each.end + by });
}

function findAtWord(
  { text, level, passed, keyEnds }: Walk,
  from: number,
  end: number,
  code: number,
): Finding | null {
  let start = from;
  if (code === DASH) {
    while (start < end && text.charCodeAt(start) === DASH) start += 1;
    if (start === end) return null;
    const marked =
      start - from >= 5
        ? findPrivateKey(text, start, keyEnds)
        : level === 'redacted'
          ? findFlagValue(text, start, end, start - from)
          : null;
    if (marked !== null) return marked;
  } else if (from > 0 && text.charCodeAt(from - 1) === BACKSLASH && isEscapeLetter(code)) {
    // `\nghp_…`: the letter belongs to the escape, the key begins behind it.
    start += 1;
    if (start === end) return null;
  }
  const length = end - start;
  if (length >= SHORTEST_SHAPE || isBeforeMark(text, start, end)) {
    const keyEnd = endOfKeyShape(text, start);
    if (keyEnd !== -1) return { start, end: keyEnd, rule: 'key-shape', replacement: REDACTED };
    const tokenEnd = endOfWebToken(text, start, end);
    if (tokenEnd !== -1) return { start, end: tokenEnd, rule: 'jwt', replacement: REDACTED };
  }
  if (length >= 5 && length <= 10 && marks[text.charCodeAt(start) * 128 + text.charCodeAt(start + 1)] === 1) {
    const marked =
      findBearer(text, start, end) ?? (level === 'redacted' ? findCommandSecret(text, start, end) : null);
    if (marked !== null) return marked;
  }
  return mayAssign(text, start, end) ? findAssignment(text, start, end, level, passed) : null;
}

/** What may stand behind a name that has a value; a blank is looked at more closely. */
const leadsOn = new Uint8Array(128);
for (const letter of '\t\r\n\\"\'`|?+:=>,') leadsOn[letter.charCodeAt(0)] = 1;

/** False for nearly all words: another word follows, or a full stop. `set -x NAME value` alone has no sign between them. */
function mayAssign(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next !== SPACE) return next < 128 && leadsOn[next] === 1;
  const after = text.charCodeAt(end + 1);
  return !(after < 128 && kinds[after] === WORD) || text.charCodeAt(start - 2) === SMALL_X;
}

function findBase64(text: string, start: number, to: number): Finding | null {
  let end = to;
  while (text.charCodeAt(end) === EQUALS && end - to < 2) end += 1;
  const run = text.slice(start, end);
  return isBase64(run) ? { start, end, rule: 'base64', replacement: `[BASE64:${run.length}]` } : null;
}

/** `SG.`, `hvs.` before more, or the number of a bot before a colon. */
function isBeforeMark(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (next === DOT) return end - start <= 4 && isDottedShape(text, start, end);
  return (next === 58 || next === PERCENT) && end - start >= 8 && end - start <= 10;
}

/** Three parts or more, the first of which is an object in base64. */
function endOfWebToken(text: string, start: number, firstEnd: number): number {
  if (text.charCodeAt(start) !== 101 || !text.startsWith('eyJ', start)) return -1;
  let parts = 1;
  let end = firstEnd;
  while (parts < 6 && text.charCodeAt(end) === DOT) {
    let at = end + 1;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code > 127 || kinds[code] !== WORD) break;
      at += 1;
    }
    if (at - end < 6) break;
    end = at;
    parts += 1;
  }
  return parts >= 3 ? end : -1;
}

function isEscapeLetter(code: number): boolean {
  return code === 110 || code === 114 || code === 116 || code === 98 || code === 102;
}

function endsRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const kind = code < 128 ? kinds[code] : OTHER;
  return kind !== WORD && kind !== BASE64_ONLY;
}

/** Past `ESC [ 3 2 m`: its last letter would else be read as the first of the word behind it. */
function endOfColour(text: string, from: number): number {
  let at = from + 1;
  if (text.charCodeAt(at) !== 91) return at;
  at += 1;
  while (at - from < 24 && /[0-9;?]/.test(text.charAt(at))) at += 1;
  return at + 1;
}
