import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import type { Message } from '@domain/session/message';
import { SESSION_VERSION } from '@domain/session/record';
import type { MessagePage, MessagesError } from '../../ports/session-store';
import { attempt, type FileError } from '../fs/file-error';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import type { PartsWriter } from './adopt';
import { type SessionLayout, sessionLayoutOf } from './layout';
import type { MessageFiles } from './message-files';
import type { StoreContext } from './store-context';
import { checkSessionFolder, storeClosed, toStoreError } from './store-errors';

/** Messages, context and summary: files beside `meta.json` that the journal does not carry. */
export type SessionParts = PartsWriter & {
  /** For a session that is on its way into this store. */
  readonly early: PartsWriter;
  readMessages(
    id: SessionId,
    page: { cursor: string | null; limit: number },
  ): Result<MessagePage, MessagesError>;
  readContext(id: SessionId): Result<Record<string, unknown> | null, StoreError>;
  readSummary(id: SessionId): Result<string | null, StoreError>;
};

const CURSOR = /^m([0-9]{1,12})$/;

export function createSessionParts(
  context: StoreContext,
  files: MessageFiles,
  hooks: { isClosed(): boolean; catchUp(): Promise<Result<void, StoreError>> },
): SessionParts {
  const { fs, layout, behind } = context;

  /** Every write happens with the lock, in a folder that is really one. */
  const inFolder = async <T>(
    mustExist: boolean,
    id: SessionId,
    act: (own: SessionLayout) => Promise<Result<T, FileError>> | Result<T, FileError>,
  ): Promise<Result<T, StoreError>> => {
    if (hooks.isClosed()) return err(storeClosed);
    if (context.newer !== null)
      return err({ code: 'newer-version', ...context.newer, known: SESSION_VERSION });
    const own = sessionLayoutOf(layout.folder, id);
    const done = await context.lock.hold(async (): Promise<Result<T, StoreError>> => {
      // Another process may have purged it since: its folder must not come back.
      const level = await hooks.catchUp();
      if (!level.ok) return level;
      const isGone = mustExist ? !context.memory.sessions.has(id) : context.memory.tombstones.has(id);
      if (isGone) return err({ code: 'session-not-found', session_id: id });
      const found = checkSessionFolder(own.folder, fs);
      if (!found.ok) return found;
      if (found.value === 'absent') {
        const made = attempt(own.folder, () => fs.mkdir(own.folder, 0o700));
        if (!made.ok) return err(toStoreError(made.error, id));
      }
      const acted = await act(own);
      if (!acted.ok) return err(toStoreError(acted.error, id));
      behind.replica.add(id);
      context.wake();
      return acted;
    });
    return done.ok ? done.value : err(toStoreError(done.error, 'journal'));
  };
  const read = (id: SessionId, file: 'context' | 'summary'): Result<string | null, StoreError> => {
    const own = sessionLayoutOf(layout.folder, id);
    const found = checkSessionFolder(own.folder, fs);
    if (!found.ok) return found;
    const text = readTextIfThere(own[file], fs);
    return text.ok ? text : err(toStoreError(text.error, id));
  };

  const writer = (mustExist: boolean): PartsWriter => ({
    appendMessages: (id, messages: readonly Message[]) =>
      inFolder(mustExist, id, (own) => {
        const written = files.append(own.messages, messages);
        if (!written.ok) return written;
        behind.messagesUnsynced.add(id);
        const count = files.count(own.messages);
        return count.ok ? ok({ count: count.value }) : count;
      }),
    writeContext: (id, value) =>
      inFolder(mustExist, id, async (own) => {
        const written = await writeAtomic(own.context, `${JSON.stringify(value, null, 2)}\n`, { fs });
        return written.ok ? ok(null) : written;
      }),
    writeSummary: (id, markdown) =>
      inFolder(mustExist, id, async (own) => {
        const written = await writeAtomic(own.summary, markdown, { fs });
        return written.ok ? ok(null) : written;
      }),
  });

  return {
    ...writer(true),
    early: writer(false),
    readMessages(id, { cursor, limit }) {
      const own = sessionLayoutOf(layout.folder, id);
      const found = checkSessionFolder(own.folder, fs);
      if (!found.ok) return found;
      const from = cursor === null ? '0' : CURSOR.exec(cursor)?.[1];
      if (from === undefined) return err({ code: 'cursor-malformed', cursor: cursor ?? '' });
      const page = files.page(own.messages, Number(from), limit);
      if (!page.ok) return err(toStoreError(page.error, id));
      const { messages, next, notUnderstood } = page.value;
      return ok({
        messages,
        next_cursor: next === null ? null : `m${next}`,
        lines_not_understood: notUnderstood,
      });
    },
    readContext(id) {
      const text = read(id, 'context');
      if (!text.ok || text.value === null) return text.ok ? ok(null) : text;
      try {
        const value: unknown = JSON.parse(text.value);
        return ok(typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null);
      } catch {
        return ok(null);
      }
    },
    readSummary: (id) => read(id, 'summary'),
  };
}
