import type { SessionId } from '@domain/ids';
import type { RedactionCount } from '@domain/privacy/rules';
import { ok, type Result } from '@domain/result';
import { type AuditEntry, seal } from '@domain/session/audit';
import type { SessionEvent } from '@domain/session/events';
import type { Run } from '@domain/session/run';
import type { FileError } from '../fs/file-error';
import { readRegular } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { sha256 } from './audit-log';
import { encodeHeader, parseJournalLine } from './journal-lines';
import { copyWhole } from './replica';
import type { StoreContext } from './store-context';

/** The two reasons for which text that is written down is changed: a purge, and a stricter filter (A6 of `domain/session/audit`). */
export type Rewrite = {
  readonly ids: ReadonlySet<SessionId>;
  readonly reason: string;
  readonly redactions?: readonly RedactionCount[];
  readonly run: (run: Run) => Run;
  readonly event: (event: SessionEvent) => SessionEvent;
};

const NEWLINE = 0x0a;
const HEADER_MARK = '{"v":1,"type":"journal-rewritten"';

/** The lines are ours and each is sealed again: the schema has nothing to add, and there may be very many. */
function parsePlainly(text: string): AuditEntry | null {
  try {
    return JSON.parse(text) as AuditEntry;
  } catch {
    return null;
  }
}

export async function rewriteAudit(
  context: StoreContext,
  { ids, reason, redactions, run: change }: Rewrite,
): Promise<Result<void, FileError>> {
  const { fs, layout, clock } = context;
  const read = readRegular(layout.audit, { fs });
  if (!read.ok) return read.error.code === 'file-not-found' ? ok(undefined) : read;
  const entries = read.value.data.toString('utf8').split('\n').map(parsePlainly);
  const opening = {
    at: clock.now(),
    type: 'rewritten' as const,
    run: null,
    reason,
    ...(redactions === undefined ? {} : { redactions: [...redactions] }),
  };
  let last = seal({ seq: 0, hash: '' }, opening, sha256);
  const lines = [JSON.stringify(last)];
  for (const entry of entries) {
    if (entry === null) continue;
    const { v: _v, seq: _seq, prev_hash: _prev, hash: _hash, ...body } = entry;
    const run = body.run !== null && ids.has(body.run.session_id) ? change(body.run) : body.run;
    last = seal(last, { ...body, run }, sha256);
    lines.push(JSON.stringify(last));
  }
  return writeAtomic(layout.audit, `${lines.join('\n')}\n`, { fs });
}

export async function rewriteJournal(
  context: StoreContext,
  rewrite: Rewrite,
): Promise<Result<void, FileError>> {
  const { fs, layout, journal, clock } = context;
  const read = journal.readFrom(0);
  if (!read.ok) return read;
  const generation = context.generation + 1;
  const data = read.value.subarray(0, journal.offset());
  const pieces = [Buffer.from(encodeHeader(generation, clock.now())), ...changedPieces(data, rewrite)];
  const written = await writeAtomic(layout.journal, Buffer.concat(pieces), { fs });
  if (!written.ok) return written;
  const reopened = journal.reopen();
  if (!reopened.ok) return reopened;
  reopened.value.close();
  // Same lines, same order: what memory holds has not changed, only where it ends.
  journal.advance(journal.size());
  context.generation = generation;
  context.behind.index = true;
  context.behind.journalReplica = true;
  return ok(undefined);
}

/** Everything but these sessions' lines is copied as it stands: a journal has many sessions, a rewrite mostly few. */
function changedPieces(data: Buffer, rewrite: Rewrite): Buffer[] {
  const { ids } = rewrite;
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
    pieces.push(
      data.subarray(copied, start),
      Buffer.from(changedLine(data.toString('utf8', start, end), rewrite)),
    );
    copied = end;
  }
  pieces.push(data.subarray(copied));
  return pieces;
}

function changedLine(text: string, { ids, event: change }: Rewrite): string {
  const line = parseJournalLine(text);
  // The old header goes; a line we cannot read may hold any text of the session and goes too.
  if (line.type !== 'event') return '';
  if (!ids.has(line.event.session_id)) return text;
  const event = change(line.event);
  return `${JSON.stringify(line.left === 0 ? event : { ...event, left: line.left })}\n`;
}

/** The replica follows before the call returns, so that no text survives there. */
export function levelRewritten(context: StoreContext): Result<void, FileError> {
  const { fs, layout, replica } = context;
  for (const name of ['audit', 'journal'] as const) {
    const copied = replica === null ? ok(false) : copyWhole(layout[name], replica[name], fs);
    if (!copied.ok) return copied;
  }
  return ok(undefined);
}
