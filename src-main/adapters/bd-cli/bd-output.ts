import { isRawRecord, type RawRecord } from '@domain/bead/read-bead';

/** What one call printed, whichever way this version of bd says it. */
export type BdAnswer =
  | { readonly type: 'value'; readonly value: unknown }
  /** bd's own words, and its code where it has one. */
  | { readonly type: 'refused'; readonly words: string; readonly code: string | null }
  | { readonly type: 'unreadable'; readonly words: string };

type Exited = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/**
 * Success is exit 0 *and* JSON on stdout: 0.4x answers a failed update with exit 0 and silence. A failure's words are
 * looked for on stdout, then on stderr as JSON, then as plain text.
 */
export function readAnswer(exited: Exited): BdAnswer {
  const printed = parseJson(exited.stdout);
  const failure = errorIn(printed) ?? errorIn(jsonAmongLines(exited.stderr));
  if (exited.code === 0 && failure === null && printed !== undefined) {
    return { type: 'value', value: unwrap(printed) };
  }
  if (failure !== null) return { type: 'refused', ...failure };
  const words = plainWords(exited.stderr);
  if (exited.code === 0 && exited.stdout.trim() !== '') {
    return { type: 'unreadable', words: firstWords(exited.stdout) };
  }
  return { type: 'refused', words: words || firstWords(exited.stdout), code: null };
}

/** Bare, or `{schema_version, data}`. */
export function unwrap(value: unknown): unknown {
  return isRawRecord(value) && 'data' in value && 'schema_version' in value ? value['data'] : value;
}

/** `show`, `update`, `close` print arrays where `create` prints an object. */
export function recordsIn(value: unknown): RawRecord[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter(isRawRecord);
}

/** Undefined when the text is not JSON; hints may follow the value on the same stream. */
export function parseJson(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}

/** On stderr the error object may come after plain lines, on a line of its own or over several. */
function jsonAmongLines(text: string): unknown {
  const start = text.search(/^\{/m);
  return start < 0 ? undefined : parseJson(text.slice(start));
}

function errorIn(printed: unknown): { words: string; code: string | null } | null {
  const value = unwrap(printed);
  if (!isRawRecord(value) || !('error' in value)) return null;
  const error = value['error'];
  const inner = isRawRecord(error) ? error : value;
  const said = isRawRecord(error) ? error['message'] : error;
  if (typeof said !== 'string' || said === '') return null;
  const failed = recordsIn(value['failed'] ?? [])[0]?.['error'];
  if (typeof failed === 'string' && failed !== '') return { words: failed, code: null };
  const hint = value['hint'];
  const code = inner['code'] ?? inner['kind'];
  return {
    words: typeof hint === 'string' && hint !== '' ? `${said} (${hint})` : said,
    code: typeof code === 'string' ? code : null,
  };
}

const TIMESTAMPED = /^\d{4}[/-]\d\d[/-]\d\d[ T]\d\d:\d\d:\d\d/;
const NOTICE = /^(warning|note|notice|hint|tip)\b/i;
const MOST_WORDS = 2_000;

/** Without log lines and notices, which bd prints beside what matters; all of it when nothing else is there. */
export function plainWords(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => !TIMESTAMPED.test(line) && !NOTICE.test(line.trim()));
  return firstWords((telling.length > 0 ? telling : lines).join('\n'));
}

function firstWords(text: string): string {
  const calm = stripControls(text).trim();
  return calm.length > MOST_WORDS ? `${calm.slice(0, MOST_WORDS)}…` : calm;
}

function stripControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes and control characters are what is removed
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}
