import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { NewerVersion, SessionFolderStrange } from '@domain/session/errors';
import { SESSION_VERSION, type Session } from '@domain/session/record';
import type { FileError } from '../fs/file-error';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { sessionLayoutOf } from './layout';
import type { StoreContext } from './store-context';
import { checkSessionFolder } from './store-errors';

export const encodeMeta = (session: Session): string => `${JSON.stringify(session, null, 2)}\n`;

/** With the lock held: what is written is the newest revision anybody committed. */
export function writeMetas(context: StoreContext): Result<void, FileError> {
  const { fs, behind, memory, layout } = context;
  for (const id of behind.metas) {
    const session = memory.sessions.get(id);
    if (session !== undefined) {
      const written = writeMeta(context, session);
      if (!written.ok) return written;
    } else if (!memory.tombstones.has(id)) {
      // Moved to another store: its folder follows it (purges are finished elsewhere).
      const own = sessionLayoutOf(layout.folder, id).folder;
      const found = checkSessionFolder(own, fs);
      if (found.ok && found.value === 'there') fs.removeTree(own);
    }
    behind.metas.delete(id);
  }
  return ok(undefined);
}

function writeMeta(context: StoreContext, session: Session): Result<void, FileError> {
  const { fs, layout } = context;
  const own = sessionLayoutOf(layout.folder, session.id);
  const found = checkSessionFolder(own.folder, fs);
  // Something that is not ours sits there: it stays, and callers are told by `guardSession`.
  if (!found.ok) return ok(undefined);
  if (found.value === 'absent') fs.mkdirOne(own.folder, 0o700);
  return writeAtomicNow(own.meta, encodeMeta(session), { fs });
}

export type MetaState = 'level' | 'behind' | 'newer';

/** Compares the file with memory without trusting it. */
export function inspectMeta(context: StoreContext, session: Session): { state: MetaState; version?: number } {
  const text = readTextIfThere(sessionLayoutOf(context.layout.folder, session.id).meta, context.fs);
  if (!text.ok || text.value === null) return { state: 'behind' };
  if (text.value === encodeMeta(session)) return { state: 'level' };
  try {
    const raw: unknown = JSON.parse(text.value);
    const version = typeof raw === 'object' && raw !== null && 'version' in raw ? raw.version : 0;
    if (typeof version === 'number' && version > SESSION_VERSION) return { state: 'newer', version };
  } catch {
    // Not even JSON: written anew.
  }
  return { state: 'behind' };
}

/** Before the first write to a session in this process: is what sits there ours, and of a version we know? */
export function guardSession(
  context: StoreContext,
  id: SessionId,
): Result<void, SessionFolderStrange | NewerVersion> {
  const own = sessionLayoutOf(context.layout.folder, id);
  const found = checkSessionFolder(own.folder, context.fs);
  if (!found.ok) return found;
  const session = context.memory.sessions.get(id);
  if (session === undefined || found.value === 'absent') return ok(undefined);
  const meta = inspectMeta(context, session);
  if (meta.state !== 'newer') return ok(undefined);
  return err({ code: 'newer-version', file: own.meta, version: meta.version ?? 0, known: SESSION_VERSION });
}
