import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { SessionEvent } from '@domain/session/events';
import type { FileError } from '../fs/file-error';
import { parseJournalLine } from './journal-lines';
import type { StoreContext } from './store-context';

const NEWLINE = 0x0a;

/** A session's lines of the journal. Only lines that hold its id are parsed. */
export function readEventsOf(context: StoreContext, id: SessionId): Result<SessionEvent[], FileError> {
  const read = context.journal.readFrom(0);
  if (!read.ok) return read;
  const data = read.value.subarray(0, context.journal.offset());
  const events: SessionEvent[] = [];
  const needle = Buffer.from(id);
  for (let hit = data.indexOf(needle); hit !== -1; ) {
    const end = data.indexOf(NEWLINE, hit);
    if (end === -1) break;
    const line = parseJournalLine(data.toString('utf8', data.lastIndexOf(NEWLINE, hit) + 1, end));
    if (line.type === 'event' && line.event.session_id === id) events.push(line.event);
    hit = data.indexOf(needle, end);
  }
  return ok(events);
}
