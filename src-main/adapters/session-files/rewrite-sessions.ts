import type { SessionId } from '@domain/ids';
import type { Refilter } from '@domain/privacy/refilter';
import { err, ok, type Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import { Message } from '@domain/session/message';
import { SESSION_VERSION } from '@domain/session/record';
import type { SessionsRewrite } from '../../ports/session-store';
import type { FileError } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import type { AuditLog } from './audit-log';
import { reload } from './catch-up';
import { type SessionLayout, sessionLayoutOf } from './layout';
import type { MessageFiles } from './message-files';
import { writeMetas } from './meta-files';
import { levelReplica } from './replica';
import { levelRewritten, rewriteAudit, rewriteJournal } from './rewrite';
import type { StoreContext } from './store-context';
import { checkSessionFolder, storeClosed, toStoreError } from './store-errors';

export type RewriteDeps = {
  readonly context: StoreContext;
  readonly files: MessageFiles;
  readonly audit: AuditLog;
  readonly catchUp: () => Promise<Result<void, StoreError>>;
  readonly isClosed: () => boolean;
};

/*
 * W1  All of it with the journal's lock: nobody writes in between.
 * W2  The sessions' own files first, the journal last; each is replaced as a whole. Interrupted, the next call begins again.
 * W3  The replica is level before the call returns.
 */
export async function rewriteSessions(
  deps: RewriteDeps,
  change: SessionsRewrite,
): Promise<Result<null, StoreError>> {
  const { context, audit } = deps;
  if (deps.isClosed()) return err(storeClosed);
  if (context.newer !== null) return err({ code: 'newer-version', ...context.newer, known: SESSION_VERSION });
  const done = await context.lock.hold(async (): Promise<Result<null, StoreError>> => {
    const level = await deps.catchUp();
    if (!level.ok) return level;
    const levelled = audit.level();
    if (!levelled.ok) return err(toStoreError(levelled.error, 'audit'));
    const written = await rewriteAll(deps, change);
    return written.ok ? ok(null) : err(toStoreError(written.error, 'rewrite'));
  });
  return done.ok ? done.value : err(toStoreError(done.error, 'journal'));
}

async function rewriteAll(
  { context, files, audit }: RewriteDeps,
  change: SessionsRewrite,
): Promise<Result<void, FileError>> {
  const { fs, layout, behind } = context;
  const refilters = new Map([...change.ids].map((id) => [id, change.of(id)]));
  for (const [id, refilter] of refilters) {
    const own = sessionLayoutOf(layout.folder, id);
    // Something that is not ours sits there: it stays.
    if (!checkSessionFolder(own.folder, fs).ok) continue;
    files.forget(own.messages);
    const written = await rewriteParts(own, refilter, fs);
    if (!written.ok) return written;
  }
  const of = (id: SessionId) => refilters.get(id);
  const rewrite = {
    ids: change.ids,
    reason: change.reason,
    redactions: change.redactions,
    run: (run: Parameters<Refilter['run']>[0]) => of(run.session_id)?.run(run) ?? run,
    event: (event: Parameters<Refilter['event']>[0]) => of(event.session_id)?.event(event) ?? event,
  };
  const audited = await rewriteAudit(context, rewrite);
  if (!audited.ok) return audited;
  const journal = await rewriteJournal(context, rewrite);
  if (!journal.ok) return journal;
  audit.forget();
  const reloaded = reload(context);
  if (!reloaded.ok) return reloaded;
  for (const id of change.ids) {
    behind.metas.add(id);
    behind.replica.add(id);
    context.tell({
      session_id: id,
      session: context.memory.sessions.get(id) ?? null,
      events: [],
      origin: 'reload',
    });
  }
  const metas = writeMetas(context);
  if (!metas.ok) return metas;
  const copies = context.replica === null ? ok(undefined) : levelRewritten(context);
  return copies.ok ? levelReplica(context) : copies;
}

async function rewriteParts(
  own: SessionLayout,
  refilter: Refilter,
  fs: FileSystem,
): Promise<Result<void, FileError>> {
  const changes = [
    [
      own.messages,
      (text: string) =>
        text
          .split('\n')
          .map((line) => changedLine(line, refilter))
          .join('\n'),
    ],
    [own.context, (text: string) => changedContext(text, refilter)],
    [own.summary, refilter.text],
  ] as const;
  for (const [path, change] of changes) {
    const text = readTextIfThere(path, fs);
    if (!text.ok) return text;
    if (text.value === null) continue;
    const after = change(text.value);
    if (after === text.value) continue;
    const written = await writeAtomic(path, after, { fs });
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/** Also a form of a message that was replaced since; a line we cannot read is text like any other. */
function changedLine(line: string, refilter: Refilter): string {
  if (line === '') return line;
  const message = parsed(line);
  if (message === null) return refilter.text(line);
  const { id, ...rest } = refilter.message(message);
  return JSON.stringify({ id, ...rest });
}

function parsed(line: string): Message | null {
  try {
    return Message.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

function changedContext(text: string, refilter: Refilter): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return `${JSON.stringify(refilter.value(value as Record<string, unknown>), null, 2)}\n`;
  } catch {
    // Not ours any more, but still not to keep a secret in.
  }
  return refilter.text(text);
}
