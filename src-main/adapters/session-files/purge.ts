import { ok, type Result } from '@domain/result';
import { blankEvent, blankRun } from '@domain/session/blank';
import type { SessionEvent } from '@domain/session/events';
import type { FileError } from '../fs/file-error';
import { sessionLayoutOf } from './layout';
import { levelRewritten, rewriteAudit, rewriteJournal } from './rewrite';
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
  const blank = {
    ids,
    reason: 'purge',
    run: blankRun,
    event: (event: SessionEvent) =>
      event.type === 'purged' ? { ...event, blanked: true } : blankEvent(event),
  };
  const audit = await rewriteAudit(context, blank);
  if (!audit.ok) return audit;
  const journal = await rewriteJournal(context, blank);
  if (!journal.ok) return journal;
  for (const id of ids) memory.unfinishedPurges.delete(id);
  return replica === null ? ok(undefined) : levelRewritten(context);
}
