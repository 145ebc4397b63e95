import type { Finding } from './find-redactions';
import { REDACTED } from './rules';

const LONGEST_KEY = 20_000;
const keyBegin = /BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const keyEnd = /-----END [A-Z0-9 ]{0,60}-----/y;
const keyLine =
  /(?:\r?\n|\\r|\\n|[ \t+>|"',-])*(?:[A-Za-z0-9+/=]{20,}|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,200}|[A-Za-z0-9+/]{1,19}={1,2})/y;

/**
 * `start` is behind the dashes. To the end line, or over the lines that are a key when it is missing: half a key is still
 * a key, and a sentence that only names the first line is no key.
 */
export function findPrivateKey(
  text: string,
  start: number,
  ends: { next: number; isKnown: boolean },
): Finding | null {
  keyBegin.lastIndex = start;
  if (!keyBegin.test(text)) return null;
  const bodyFrom = keyBegin.lastIndex;
  // Kept between calls: a text full of first lines and no last one is searched once.
  if (!ends.isKnown || (ends.next !== -1 && ends.next < bodyFrom)) {
    ends.next = text.indexOf('-----END ', bodyFrom);
    ends.isKnown = true;
  }
  const from = start - 5;
  if (ends.next !== -1 && ends.next - bodyFrom <= LONGEST_KEY) {
    keyEnd.lastIndex = ends.next;
    const end = keyEnd.test(text) ? keyEnd.lastIndex : ends.next;
    return { start: from, end, rule: 'private-key', replacement: REDACTED };
  }
  let end = bodyFrom;
  keyLine.lastIndex = end;
  while (keyLine.test(text)) {
    end = keyLine.lastIndex;
    keyLine.lastIndex = end;
  }
  return end === bodyFrom ? null : { start: from, end, rule: 'private-key', replacement: REDACTED };
}

const bearer = /(?:Bearer|Basic)[ \t]{1,4}(?=[A-Za-z+/_.~-]*[0-9])[A-Za-z0-9+/_.~-]{12,}={0,2}/iy;

export function findBearer(text: string, start: number, end: number): Finding | null {
  const length = end - start;
  if (length !== 5 && length !== 6) return null;
  bearer.lastIndex = start;
  if (!bearer.test(text)) return null;
  const valueFrom = text.slice(end, end + 5).search(/[^ \t]/) + end;
  return { start: valueFrom, end: bearer.lastIndex, rule: 'bearer', replacement: REDACTED };
}

/** Programs that take a password behind a single letter. */
const commands: ReadonlyMap<string, RegExp> = new Map([
  ['sshpass', /sshpass[ \t]+-p[ \t]*(['"]?)/y],
  ['mysql', /mysql[^\n|;&]{0,200}?[ \t]-p(?![ \t-])(['"]?)/y],
  ['mysqldump', /mysqldump[^\n|;&]{0,200}?[ \t]-p(?![ \t-])(['"]?)/y],
  ['mysqladmin', /mysqladmin[^\n|;&]{0,200}?[ \t]-p(?![ \t-])(['"]?)/y],
  ['mariadb', /mariadb[^\n|;&]{0,200}?[ \t]-p(?![ \t-])(['"]?)/y],
  ['redis-cli', /redis-cli[^\n|;&]{0,200}?[ \t]-a[ \t]+(['"]?)/y],
  ['docker', /docker[ \t]+login[^\n|;&]{0,200}?[ \t]-p[ \t]+(['"]?)/y],
  ['podman', /podman[ \t]+login[^\n|;&]{0,200}?[ \t]-p[ \t]+(['"]?)/y],
  ['password', /password[ \t]+(?=\S)(['"]?)/y],
  ['passwd', /passwd[ \t]+(?=\S)(['"]?)/y],
]);
const rolePassword = /password[ \t]+(['"])/iy;
const changedRole = /(?:create|alter)[ \t\n]+(?:user|role)[ \t\n][^;]{0,150}$/i;
const identifiedBy = /identified[ \t]+(?:with[ \t]+\S{1,60}[ \t]+)?by[ \t]+(['"])/iy;
const netrc = /login[ \t\n]+\S{1,100}[ \t\n]+$/;

export function findCommandSecret(text: string, start: number, end: number): Finding | null {
  if (end - start < 5 || end - start > 10) return null;
  const pattern = commandPattern(text, start, text.slice(start, end));
  if (pattern === null) return null;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return null;
  const from = pattern.lastIndex;
  const rest = text.slice(from, from + 500);
  const quote = match[1] ?? '';
  const length =
    quote === '' ? rest.search(/[\s"';|&]|$/) : rest.search(quote === '"' ? /["\n]|$/ : /['\n]|$/);
  if (length === 0 || rest.startsWith('$') || rest.startsWith('[')) return null;
  return { start: from, end: from + length, rule: 'secret-assignment', replacement: REDACTED };
}

function commandPattern(text: string, start: number, word: string): RegExp | null {
  const small = word.toLowerCase();
  if (small === 'identified') return identifiedBy;
  if (small !== 'password' && small !== 'passwd') return commands.get(word) ?? null;
  const before = text.slice(Math.max(0, start - 200), start);
  if (small === 'password' && changedRole.test(before)) return rolePassword;
  // `login me password hunter2` is how a netrc file says it; elsewhere the word alone says nothing.
  return netrc.test(before) ? (commands.get(word) ?? null) : null;
}

const environment =
  /\$(?:\{([A-Za-z_][A-Za-z0-9_]{0,200})[^}\n]{0,500}\}|env:([A-Za-z_]\w{0,200})|([A-Za-z_][A-Za-z0-9_]{0,200}))/iy;

export function findEnvReference(text: string, at: number): Finding | null {
  environment.lastIndex = at;
  const match = environment.exec(text);
  if (match === null) return null;
  const name = match[1] ?? match[2] ?? match[3] ?? '';
  // `${user.name}` and `${t(key)}` are of a template: no shell knows them.
  if (match[1] !== undefined && /^[.(]/.test(text.slice(at + 2 + name.length, at + 3 + name.length)))
    return null;
  return { start: at, end: environment.lastIndex, rule: 'env-reference', replacement: `[ENV:${name}]` };
}

const authorityEnds = new Set([...' \t\r\n/"\'<>`\\?'].map((letter) => letter.charCodeAt(0)));
const chatHook =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)|(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks|[a-z0-9.-]{1,60}\.webhook\.office\.com)\/([A-Za-z0-9_/@-]{20,})/y;
const LONGEST_AUTHORITY = 2000;

/** `from` is behind `://`. A bare user name is no secret; a long one is a token in its place. */
export function findUrlCredential(text: string, from: number): Finding | null {
  const first = text.charCodeAt(from);
  if (first === 104 || first === 100 || first === 112 || first === 99) {
    chatHook.lastIndex = from;
    const hook = chatHook.exec(text);
    if (hook !== null) {
      const end = chatHook.lastIndex;
      return { start: end - (hook[1]?.length ?? 0), end, rule: 'url-credential', replacement: REDACTED };
    }
  }
  let at = from;
  let lastAt = -1;
  let hasColon = false;
  while (at < text.length && at - from < LONGEST_AUTHORITY) {
    const code = text.charCodeAt(at);
    if (code === 64) lastAt = at;
    else if (code === 58 && lastAt === -1) hasColon = true;
    else if (authorityEnds.has(code)) break;
    at += 1;
  }
  if (lastAt <= from || text.startsWith('[', from) || text.startsWith('$', from)) return null;
  if (!hasColon && lastAt - from < 20) return null;
  if (isReference(text, from, lastAt)) return null;
  return { start: from, end: lastAt, rule: 'url-credential', replacement: REDACTED };
}

/** `user:$PW@` and `user:<password>@` hold no secret. */
function isReference(text: string, from: number, to: number): boolean {
  const colon = text.indexOf(':', from);
  if (colon === -1 || colon > to) return false;
  return /^(?:\$\{?\w+\}?|\{\w*\}|\*+|\[\w+[:\]].*)$/.test(text.slice(colon + 1, Math.min(to, colon + 300)));
}

const encodedHook = /%3A%2F%2Fhooks\.slack\.com%2F(?:services|workflows|triggers)%2F([A-Za-z0-9_%-]{20,})/iy;
const encodedUser = /%3A%2F%2F([\w.%~!+*-]{1,400}?)%40/iy;

/** The same inside another address, where `://` is `%3A%2F%2F`. */
export function findEncodedCredential(text: string, at: number): Finding | null {
  encodedHook.lastIndex = at;
  const hook = encodedHook.exec(text);
  if (hook !== null) return credential(encodedHook.lastIndex - (hook[1]?.length ?? 0), encodedHook.lastIndex);
  encodedUser.lastIndex = at;
  const colon = encodedUser.exec(text)?.[1]?.search(/%3A/i) ?? -1;
  return colon === -1 ? null : credential(at + 9 + colon + 3, encodedUser.lastIndex - 3);
}

function credential(start: number, end: number): Finding {
  return { start, end, rule: 'url-credential', replacement: REDACTED };
}
