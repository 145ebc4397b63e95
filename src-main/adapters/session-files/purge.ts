import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { type AuditEntry, seal } from '@domain/session/audit';
import { blankEvent, blankRun } from '@domain/session/blank';
import type { FileError } from '../fs/file-error';
import { readRegular } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { sha256 } from './audit-log';
import { encodeHeader, parseJournalLine } from './journal-lines';
import { sessionLayoutOf } from './layout';
import { copyWhole } from './replica';
import type { StoreContext } from './store-context';
import { checkSessionFolder } from './store-errors';

const NEWLINE = 0x0a;
const HEADER_MARK = '{"v":1,"type":"journal-rewritten"';

/*
 * After the `purged` event is durable: the folder goes, then the audit log is blanked, then the journal.
 * G1  The journal is rewritten last and marks the event `blanked`; until it is, the next open begins again.
 * G2  Every step can be repeated.
 * G3  The replica follows before the call returns, so that no text survives there either.
 */
export async function finishPurges(context: StoreContext): Promise<Result<void, FileError>> {
  const { memory, fs, layout, replica } = context;
  const ids = new Set(memory.unfinishedPurges);
  if (ids.size === 0 || context.newer !== null) return ok(undefined);
  for (const id of ids) {
    for (const folder of replica === null ? [layout.folder] : [layout.folder, replica.folder]) {
      const own = sessionLayoutOf(folder, id).folder;
      const found = checkSessionFolder(own, fs);
      if (found.ok && found.value === 'there') fs.removeTree(own);
    }
  }
  const audit = await rewriteAudit(context, ids);
  if (!audit.ok) return audit;
  const journal = await rewriteJournal(context, ids);
  if (!journal.ok) return journal;
  return replica === null ? ok(undefined) : levelRewritten(context);
}

function levelRewritten(context: StoreContext): Result<void, FileError> {
  const { fs, layout, replica } = context;
  for (const name of ['audit', 'journal'] as const) {
    const copied = replica === null ? ok(false) : copyWhole(layout[name], replica[name], fs);
    if (!copied.ok) return copied;
  }
  return ok(undefined);
}

/** The lines are ours and each is sealed again: the schema has nothing to add, and there may be very many. */
function parsePlainly(text: string): AuditEntry | null {
  try {
    return JSON.parse(text) as AuditEntry;
  } catch {
    return null;
  }
}

async function rewriteAudit(
  context: StoreContext,
  ids: ReadonlySet<SessionId>,
): Promise<Result<void, FileError>> {
  const { fs, layout, clock } = context;
  const read = readRegular(layout.audit, { fs });
  if (!read.ok) return read.error.code === 'file-not-found' ? ok(undefined) : read;
  const entries = read.value.data.toString('utf8').split('\n').map(parsePlainly);
  const opening = { at: clock.now(), type: 'rewritten' as const, run: null, reason: 'purge' };
  let last = seal({ seq: 0, hash: '' }, opening, sha256);
  const lines = [JSON.stringify(last)];
  for (const entry of entries) {
    if (entry === null) continue;
    const { v: _v, seq: _seq, prev_hash: _prev, hash: _hash, ...body } = entry;
    const run = body.run !== null && ids.has(body.run.session_id) ? blankRun(body.run) : body.run;
    last = seal(last, { ...body, run }, sha256);
    lines.push(JSON.stringify(last));
  }
  return writeAtomic(layout.audit, `${lines.join('\n')}\n`, { fs });
}

async function rewriteJournal(
  context: StoreContext,
  ids: ReadonlySet<SessionId>,
): Promise<Result<void, FileError>> {
  const { fs, layout, journal, clock, memory } = context;
  const read = journal.readFrom(0);
  if (!read.ok) return read;
  const generation = context.generation + 1;
  const data = read.value.subarray(0, journal.offset());
  const pieces = [Buffer.from(encodeHeader(generation, clock.now())), ...blankedPieces(data, ids)];
  const written = await writeAtomic(layout.journal, Buffer.concat(pieces), { fs });
  if (!written.ok) return written;
  const reopened = journal.reopen();
  if (!reopened.ok) return reopened;
  reopened.value.close();
  // Same lines, same order: what memory holds has not changed, only where it ends.
  journal.advance(journal.size());
  context.generation = generation;
  for (const id of ids) memory.unfinishedPurges.delete(id);
  context.behind.index = true;
  context.behind.journalReplica = true;
  return ok(undefined);
}

/** Everything but the purged sessions' lines is copied as it stands: a journal has many sessions, a purge few. */
function blankedPieces(data: Buffer, ids: ReadonlySet<SessionId>): Buffer[] {
  const starts = new Set<number>();
  if (data.subarray(0, HEADER_MARK.length).includes(HEADER_MARK)) starts.add(0);
  for (const id of ids) {
    for (let hit = data.indexOf(id); hit !== -1; ) {
      starts.add(data.lastIndexOf(NEWLINE, hit) + 1);
      const end = data.indexOf(NEWLINE, hit);
      hit = end === -1 ? -1 : data.indexOf(id, end);
    }
  }
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const start of [...starts].sort((a, b) => a - b)) {
    const end = data.indexOf(NEWLINE, start) + 1;
    pieces.push(data.subarray(copied, start), Buffer.from(blankLine(data.toString('utf8', start, end), ids)));
    copied = end;
  }
  pieces.push(data.subarray(copied));
  return pieces;
}

function blankLine(text: string, ids: ReadonlySet<SessionId>): string {
  const line = parseJournalLine(text);
  // The old header goes; a line we cannot read may hold any text of the purged session and goes too.
  if (line.type !== 'event') return '';
  if (!ids.has(line.event.session_id)) return text;
  const { event } = line;
  const blank = event.type === 'purged' ? { ...event, blanked: true } : blankEvent(event);
  return `${JSON.stringify(line.left === 0 ? blank : { ...blank, left: line.left })}\n`;
}
