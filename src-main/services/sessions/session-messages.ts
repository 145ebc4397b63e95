import type { SessionId } from '@domain/ids';
import { filterMessage } from '@domain/privacy/filter-message';
import { err, ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { SessionEvent } from '@domain/session/events';
import { markdownOf } from '@domain/session/export-markdown';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { Run } from '@domain/session/run';
import type { MessagePage, SessionStore } from '../../ports/session-store';
import type { Kernel } from './kernel';
import { policyFolderOf } from './session-book';

export type SessionExport = { readonly format: 'md' | 'json'; readonly text: string };
export type SessionDetail = Session & { readonly runs: readonly Run[] };

const PAGE = 500;
/** Of one session. The oldest goes first: its result came long ago. */
const MOST_CALLS = 50_000;

/** What was said: appended through the privacy filter, read page by page, exported whole. */
export function createSessionMessages(kernel: Kernel) {
  const { book, queue, privacy } = kernel;

  const found = (id: SessionId): Result<{ session: Session; store: SessionStore }, SessionError> => {
    const place = book.find(id);
    return place === null ? err({ code: 'session-not-found', session_id: id }) : ok(place);
  };

  /** A result comes in a later batch than its call, and is filtered by the tier of the tool that was called. */
  const calls = new Map<SessionId, Map<string, string>>();
  const toolsOf = (id: SessionId) => {
    const known = calls.get(id) ?? new Map<string, string>();
    calls.set(id, known);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_CALLS) break;
      known.delete(oldest);
    }
    return known;
  };

  async function* messagesOf(
    store: SessionStore,
    id: SessionId,
  ): AsyncGenerator<Result<Message, SessionError>> {
    let cursor: string | null = null;
    do {
      const page: Result<MessagePage, SessionError> = await store.readMessages(id, { cursor, limit: PAGE });
      if (!page.ok) {
        yield page;
        return;
      }
      for (const message of page.value.messages) yield ok(message);
      cursor = page.value.next_cursor;
    } while (cursor !== null);
  }

  const show = async (id: SessionId): Promise<Result<SessionDetail, SessionError>> => {
    const place = found(id);
    if (!place.ok) return place;
    const runs = await place.value.store.readRuns(id);
    return runs.ok ? ok({ ...place.value.session, runs: runs.value }) : runs;
  };

  const exportAs = async (
    id: SessionId,
    format: SessionExport['format'],
  ): Promise<Result<SessionExport, SessionError>> => {
    const place = found(id);
    if (!place.ok) return place;
    const { session, store } = place.value;
    const runs = await store.readRuns(id);
    if (!runs.ok) return runs;
    const messages: Message[] = [];
    for await (const message of messagesOf(store, id)) {
      if (!message.ok) return message;
      messages.push(message.value);
    }
    if (format === 'json') {
      const context = await store.readContext(id);
      if (!context.ok) return context;
      const whole = { session, runs: runs.value, messages, context: context.value };
      return ok({ format, text: `${JSON.stringify(whole, null, 2)}\n` });
    }
    const thread = messages.filter(({ is_pruned }) => is_pruned !== true);
    return ok({ format, text: markdownOf(session, runs.value, thread) });
  };

  return {
    show,
    exportAs,
    /** Answers with the messages as they were written. `isNew`: of the filtered ones only these are written. */
    append: (
      id: SessionId,
      messages: readonly Message[],
      isNew: (filtered: Message) => boolean = () => true,
    ): Promise<Result<{ count: number; stored: readonly Message[] }, SessionError>> =>
      queue.inOrder(id, async () => {
        const place = found(id);
        if (!place.ok) return place;
        const tools = toolsOf(id);
        for (const { content } of messages)
          for (const block of content) if (block.type === 'tool_use') tools.set(block.id, block.tool);
        const policy = privacy.of(policyFolderOf(place.value));
        const fresh = messages
          .map((message) => filterMessage(message, policy, (toolUse) => tools.get(toolUse) ?? null))
          .filter(({ message }) => isNew(message));
        const stored = fresh.map(({ message }) => message);
        if (stored.length === 0) return ok({ count: 0, stored });
        const written = await place.value.store.appendMessages(id, stored);
        return written.ok ? ok({ ...written.value, stored }) : written;
      }),
    /** What is stored, one by one. */
    async *stored(id: SessionId): AsyncGenerator<Message> {
      const place = found(id);
      if (!place.ok) return;
      for await (const message of messagesOf(place.value.store, id)) if (message.ok) yield message.value;
    },
    async events(id: SessionId): Promise<Result<readonly SessionEvent[], SessionError>> {
      const place = found(id);
      return place.ok ? place.value.store.readEvents(id) : place;
    },
    async page(
      id: SessionId,
      cursor: string | null,
      limit: number,
    ): Promise<Result<MessagePage, SessionError>> {
      const place = found(id);
      return place.ok ? place.value.store.readMessages(id, { cursor, limit }) : place;
    },
  };
}
