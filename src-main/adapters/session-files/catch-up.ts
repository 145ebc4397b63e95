import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import type { SessionEvent } from '@domain/session/events';
import type { StoreChange } from '../../ports/session-store';
import type { FileError } from '../fs/file-error';
import type { Checkpoint, FoundCheckpoint } from './checkpoint-read';
import { type ParsedTail, parseTail } from './journal-lines';
import { createMemory } from './session-memory';
import { fallBehind, isRunEvent, type StoreContext } from './store-context';

/** Events of one read, told session by session. */
export function tellChanges(
  context: StoreContext,
  events: readonly SessionEvent[],
  origin: StoreChange['origin'],
): void {
  const bySession = new Map<SessionId, SessionEvent[]>();
  for (const event of events) {
    const known = bySession.get(event.session_id);
    if (known === undefined) bySession.set(event.session_id, [event]);
    else known.push(event);
  }
  for (const [session_id, own] of bySession) {
    context.tell({
      session_id,
      session: context.memory.sessions.get(session_id) ?? null,
      events: own,
      origin,
    });
  }
}

export function takeNote(context: StoreContext, tail: ParsedTail): void {
  if (tail.generation !== null) context.generation = tail.generation;
  context.linesNotUnderstood += tail.notUnderstood;
  if (tail.notUnderstood > 0) {
    context.notice({ type: 'lines-not-understood', file: context.layout.journal, count: tail.notUnderstood });
  }
  if (tail.newerVersion !== null && context.newer === null) {
    context.newer = { file: context.layout.journal, version: tail.newerVersion };
    context.notice({ type: 'opened-read-only', file: context.layout.journal, version: tail.newerVersion });
  }
}

/** Reads what was appended since, whole commits only. Answers the bytes of a torn or unfinished end. */
export function foldTail(context: StoreContext, origin: StoreChange['origin']): Result<number, FileError> {
  const { journal } = context;
  const from = journal.offset();
  const read = journal.readFrom(from);
  if (!read.ok) return read;
  const tail = parseTail(read.value);
  const events = tail.commits.flat();
  journal.advance(from + tail.consumed);
  takeNote(context, tail);
  if (events.length > 0) {
    context.memory.apply(events);
    fallBehind(context, events);
    tellChanges(context, events, origin);
  }
  return ok(read.value.length - tail.consumed);
}

/** Builds memory anew, from a checkpoint that fits or else from the whole journal, and tells what differs. */
export function reload(
  context: StoreContext,
  checkpoint: Checkpoint | null = null,
): Result<number, FileError> {
  const { journal } = context;
  const from = checkpoint?.journal.offset ?? 0;
  const read = journal.readFrom(from);
  if (!read.ok) return read;
  const tail = parseTail(read.value);
  const events = tail.commits.flat();
  const before = context.memory;
  context.memory = createMemory(checkpoint ?? undefined);
  context.memory.apply(events);
  context.generation = checkpoint?.generation ?? 0;
  context.linesNotUnderstood = checkpoint?.linesNotUnderstood ?? 0;
  takeNote(context, tail);
  journal.advance(from + tail.consumed);
  context.behind.index = true;
  context.behind.journalReplica = true;
  context.behind.runs.push(...events.filter(isRunEvent));
  for (const id of new Set([...before.sessions.keys(), ...context.memory.sessions.keys()])) {
    const session = context.memory.sessions.get(id) ?? null;
    if (session?.revision === before.sessions.get(id)?.revision) continue;
    context.behind.metas.add(id);
    context.behind.replica.add(id);
    context.tell({ session_id: id, session, events: [], origin: 'reload' });
  }
  context.wake();
  return ok(read.value.length - tail.consumed);
}

/** The checkpoint on disk, when it speaks of the journal that has the name now. */
export function fittingCheckpoint(context: StoreContext, found: FoundCheckpoint): Checkpoint | null {
  const { journal } = context;
  if (found.type !== 'found') return null;
  const { checkpoint } = found;
  if (checkpoint.journal.offset > journal.size() || checkpoint.generation !== journal.generation())
    return null;
  return journal.matches(checkpoint.journal) ? checkpoint : null;
}

/** Only with the lock: nobody is writing, so an unfinished end is what a killed process left. */
export async function repairTail(context: StoreContext, tornBytes: number): Promise<Result<void, FileError>> {
  const { journal } = context;
  if (tornBytes === 0 || context.newer !== null || !journal.isWritable) return ok(undefined);
  const end = journal.offset();
  const read = journal.readFrom(end);
  if (!read.ok) return read;
  // A whole last line that only lacks its newline (edited by hand, copied by a tool) is a fact, not a torn one.
  const completed = parseTail(Buffer.concat([read.value, Buffer.from('\n')]));
  if (completed.notUnderstood === 0 && completed.consumed === read.value.length + 1) {
    const closed = await journal.append(Buffer.from('\n'));
    if (!closed.ok) return closed;
    const folded = foldTail(context, 'reload');
    return folded.ok ? ok(undefined) : folded;
  }
  const cut = journal.truncate(end);
  if (!cut.ok) return cut;
  context.notice({ type: 'torn-tail-repaired', file: context.layout.journal, bytes: tornBytes });
  return ok(undefined);
}
