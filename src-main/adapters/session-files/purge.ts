import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { seal } from '@domain/session/audit';
import { blankEvent, blankRun } from '@domain/session/blank';
import type { FileError } from '../fs/file-error';
import { readRegular } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { parseAuditLine, sha256 } from './audit-log';
import { reload } from './catch-up';
import { encodeCommit, encodeHeader, parseJournalLine } from './journal-lines';
import { sessionLayoutOf } from './layout';
import { copyWhole } from './replica';
import type { StoreContext } from './store-context';
import { checkSessionFolder } from './store-errors';

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

async function rewriteAudit(
  context: StoreContext,
  ids: ReadonlySet<SessionId>,
): Promise<Result<void, FileError>> {
  const { fs, layout, clock } = context;
  const read = readRegular(layout.audit, { fs });
  if (!read.ok) return read.error.code === 'file-not-found' ? ok(undefined) : read;
  const entries = read.value.data.toString('utf8').split('\n').map(parseAuditLine);
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
  const { fs, layout, journal, clock } = context;
  const read = journal.readFrom(0);
  if (!read.ok) return read;
  const lines: string[] = [encodeHeader(context.generation + 1, clock.now())];
  for (const text of read.value.toString('utf8', 0, journal.offset()).split('\n')) {
    const line = text === '' ? null : parseJournalLine(text);
    if (line === null || line.type === 'header') continue;
    if (line.type !== 'event') {
      // Kept as it stands, unless it may speak of a purged session.
      if (![...ids].some((id) => text.includes(id))) lines.push(`${text}\n`);
      continue;
    }
    const { event } = line;
    if (!ids.has(event.session_id)) lines.push(encodeCommit([event]));
    else if (event.type === 'purged') lines.push(encodeCommit([{ ...event, blanked: true }]));
    else lines.push(encodeCommit([blankEvent(event)]));
  }
  const written = await writeAtomic(layout.journal, lines.join(''), { fs });
  if (!written.ok) return written;
  const reopened = journal.reopen();
  if (!reopened.ok) return reopened;
  reopened.value.close();
  const reloaded = reload(context);
  return reloaded.ok ? ok(undefined) : reloaded;
}
