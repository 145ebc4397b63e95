import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { decideEdit } from '@domain/session/edits';
import type { SessionError } from '@domain/session/errors';
import type { SessionFilter } from '@domain/session/query';
import type { Session } from '@domain/session/record';
import type { ExportFolder } from '../../ports/export-folder';
import type { createEditSession } from './edit-session';
import type { Kernel } from './kernel';
import type { createSessionMessages } from './session-messages';

export const TRASH_DAYS = 30;

export type BulkDelete = {
  readonly folder: string;
  readonly filter: SessionFilter;
  /** A folder that gets one markdown file per session before anything is deleted; null to delete without. */
  readonly export_to: string | null;
  readonly dry_run: boolean;
};
export type BulkDeleted = {
  readonly sessions: readonly SessionId[];
  readonly exported: readonly string[];
  /** Passed over: not closed, or changed meanwhile. */
  readonly skipped: readonly SessionId[];
};

/** To the trash, back from it, and for ever. Only closed sessions; the audit record stays. */
export function createDeleteSessions(
  kernel: Kernel,
  edits: ReturnType<typeof createEditSession>,
  messages: ReturnType<typeof createSessionMessages>,
  exports: ExportFolder,
) {
  const { book, queue, stores } = kernel;

  const purge = (id: SessionId): Promise<Result<{ session_id: SessionId }, SessionError>> =>
    queue.inOrder(id, async () => {
      const done = await kernel.change(id, (session) => decideEdit(session, { type: 'purge' }));
      return done.ok ? ok({ session_id: id }) : done;
    });

  const exportAll = async (
    sessions: readonly Session[],
    folder: string,
  ): Promise<Result<string[], SessionError>> => {
    const paths: string[] = [];
    for (const { id, title, created_at } of sessions) {
      const text = await messages.exportAs(id, 'md');
      if (!text.ok) return text;
      const written = await exports.write(folder, exportName(created_at, title, id), text.value.text);
      if (!written.ok) return written;
      paths.push(written.value);
    }
    return ok(paths);
  };

  return {
    purge,
    trash: (id: SessionId) => edits.edit(id, { type: 'trash' }),
    untrash: (id: SessionId) => edits.edit(id, { type: 'untrash' }),
    /** Exported first, all of them; a failure there deletes nothing. */
    async bulk(request: BulkDelete): Promise<Result<BulkDeleted, SessionError>> {
      const place = await stores.forFolder(request.folder);
      if (!place.ok) return place;
      const chosen = book.list.inOrder({ ...request.filter, trash: 'without' }, book.scopeOf(place.value));
      const closed = chosen.filter((session) => session.status === 'closed' && session.owner === 'console');
      const skipped = chosen.filter((session) => !closed.includes(session)).map(({ id }) => id);
      if (request.dry_run) return ok({ sessions: closed.map(({ id }) => id), exported: [], skipped });
      const exported = request.export_to === null ? ok([]) : await exportAll(closed, request.export_to);
      if (!exported.ok) return exported;
      const done: SessionId[] = [];
      for (const { id } of closed) {
        const trashed = await edits.edit(id, { type: 'trash' });
        if (trashed.ok) done.push(id);
        else if (trashed.error.code === 'bad-transition' || trashed.error.code === 'session-not-found')
          skipped.push(id);
        else return trashed;
      }
      return ok({ sessions: done, exported: exported.value, skipped });
    },
  };
}

export function exportName(createdAt: string, title: string | undefined, id: SessionId): string {
  const words = (title ?? 'session')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${createdAt.slice(0, 10)}-${words || 'session'}-${id.slice(0, 8)}.md`;
}
