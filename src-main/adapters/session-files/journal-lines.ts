import { EVENT_VERSION, SessionEvent } from '@domain/session/events';
import { SESSION_VERSION } from '@domain/session/record';

/*
 * How commits become lines. One event is one line. A line of a commit that has more lines after it says how many in
 * `left`; so a commit cut by a crash is recognised and dropped as a whole.
 * A journal that was rewritten (purge) opens with a line of type `journal-rewritten`; its generation tells a replica
 * that shorter is newer here.
 */
export type JournalHeader = {
  readonly v: number;
  readonly type: 'journal-rewritten';
  readonly generation: number;
};

const NEWLINE = 0x0a;

export function encodeCommit(events: readonly SessionEvent[]): string {
  let text = '';
  for (let index = 0; index < events.length; index += 1) {
    const left = events.length - 1 - index;
    text += JSON.stringify(left === 0 ? events[index] : { ...events[index], left });
    text += '\n';
  }
  return text;
}

export function encodeHeader(generation: number, at: string): string {
  return `${JSON.stringify({ v: EVENT_VERSION, type: 'journal-rewritten', generation, at })}\n`;
}

export type JournalLine =
  | { readonly type: 'event'; readonly event: SessionEvent; readonly left: number }
  | { readonly type: 'header'; readonly generation: number }
  | { readonly type: 'newer'; readonly version: number }
  | { readonly type: 'not-understood' };

export function parseJournalLine(text: string): JournalLine {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { type: 'not-understood' };
  }
  if (typeof raw !== 'object' || raw === null) return { type: 'not-understood' };
  const fields = raw as Record<string, unknown>;
  if (typeof fields['v'] === 'number' && fields['v'] > EVENT_VERSION)
    return { type: 'newer', version: fields['v'] };
  if (fields['type'] === 'journal-rewritten') {
    return typeof fields['generation'] === 'number'
      ? { type: 'header', generation: fields['generation'] }
      : { type: 'not-understood' };
  }
  const newer = newerRecord(fields['session']);
  if (newer !== null) return { type: 'newer', version: newer };
  const parsed = SessionEvent.safeParse(raw);
  if (!parsed.success) return { type: 'not-understood' };
  const { left, ...event } = parsed.data as SessionEvent & { left?: unknown };
  return { type: 'event', event: event as SessionEvent, left: typeof left === 'number' ? left : 0 };
}

function newerRecord(session: unknown): number | null {
  if (typeof session !== 'object' || session === null || !('version' in session)) return null;
  return typeof session.version === 'number' && session.version > SESSION_VERSION ? session.version : null;
}

export type ParsedTail = {
  /** Whole commits, in order. */
  readonly commits: readonly (readonly SessionEvent[])[];
  /** Bytes of whole commits; what follows is torn or still being written. */
  readonly consumed: number;
  readonly generation: number | null;
  readonly notUnderstood: number;
  readonly newerVersion: number | null;
};

export function parseTail(data: Buffer): ParsedTail {
  const commits: SessionEvent[][] = [];
  let open: SessionEvent[] = [];
  let consumed = 0;
  let generation: number | null = null;
  let notUnderstood = 0;
  let newerVersion: number | null = null;
  for (let from = 0; from < data.length; ) {
    const end = data.indexOf(NEWLINE, from);
    if (end === -1) break;
    const line = parseJournalLine(data.toString('utf8', from, end));
    from = end + 1;
    if (line.type === 'event') {
      open.push(line.event);
      if (line.left > 0) continue;
      commits.push(open);
    } else if (line.type === 'header') generation = line.generation;
    else if (line.type === 'newer') newerVersion = Math.max(newerVersion ?? 0, line.version);
    else notUnderstood += 1;
    open = [];
    consumed = from;
  }
  return { commits, consumed, generation, notUnderstood, newerVersion };
}
