import { sameValue } from '@domain/bead/same-value';
import type { SessionId } from '@domain/ids';
import { createRefilter } from '@domain/privacy/refilter';
import type { RedactionCount } from '@domain/privacy/rules';
import { createTally, type Tally } from '@domain/privacy/tally';
import { ok, type Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { SessionStore } from '../../ports/session-store';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import { type Found, policyFolderOf } from './session-book';
import type { createSessionMessages } from './session-messages';

export type Refiltered = {
  /** Those in which something was taken, or would be. */
  readonly sessions: readonly SessionId[];
  readonly redactions: readonly RedactionCount[];
  /** A process writes them: asked again after its end. */
  readonly skipped: readonly SessionId[];
};

/**
 * Brings what is stored under the rules and the policy of today. Only what really changes is rewritten: the audit log of a store
 * whose sessions have nothing to lose keeps its chain.
 */
export function createRefilterSessions(
  { book, privacy, queue }: Kernel,
  live: Pick<LiveSessions, 'has'>,
  messages: Pick<ReturnType<typeof createSessionMessages>, 'stored'>,
) {
  const refilterOf = (found: Found, tally: Tally) => createRefilter(privacy.of(policyFolderOf(found)), tally);

  /** Null: nothing to take. */
  const look = async (found: Found): Promise<Result<readonly RedactionCount[] | null, SessionError>> => {
    const { session, store } = found;
    const tally = createTally();
    const refilter = refilterOf(found, tally);
    let isChanged = false;
    const compare = <T>(before: T, after: T) => {
      isChanged ||= !sameValue(before, after);
    };
    for await (const message of messages.stored(session.id)) compare(message, refilter.message(message));
    const [context, summary, events] = [
      await store.readContext(session.id),
      await store.readSummary(session.id),
      await store.readEvents(session.id),
    ];
    if (!context.ok) return context;
    if (!summary.ok) return summary;
    if (!events.ok) return events;
    if (context.value !== null) compare(context.value, refilter.value(context.value));
    if (summary.value !== null) compare(summary.value, refilter.text(summary.value));
    for (const event of events.value) compare(event, refilter.event(event));
    return ok(isChanged ? tally.counts() : null);
  };

  return async (ids: readonly SessionId[], isDryRun: boolean): Promise<Result<Refiltered, SessionError>> => {
    const skipped: SessionId[] = [];
    const all = createTally();
    const due = new Map<SessionStore, { ids: SessionId[]; tally: Tally }>();
    for (const id of ids) {
      const found = book.find(id);
      if (found === null) continue;
      if (live.has(id) || (await found.store.leaseOwner(id)) !== null) {
        skipped.push(id);
        continue;
      }
      const counts = await queue.inOrder(id, () => look(found));
      if (!counts.ok) return counts;
      if (counts.value === null) continue;
      const entry = due.get(found.store) ?? { ids: [], tally: createTally() };
      due.set(found.store, entry);
      entry.ids.push(id);
      entry.tally.addCounts(counts.value);
      all.addCounts(counts.value);
    }
    for (const [store, { ids: own, tally }] of isDryRun ? [] : due) {
      const done = await store.rewrite({
        ids: new Set(own),
        reason: 'refilter',
        redactions: tally.counts(),
        of: (id) => {
          const found = book.find(id);
          // Gone meanwhile: what is left of it keeps nothing anyway.
          return createRefilter(
            found === null ? { '*': 'none' } : privacy.of(policyFolderOf(found)),
            createTally(),
          );
        },
      });
      if (!done.ok) return done;
    }
    return ok({ sessions: [...due.values()].flatMap((one) => one.ids), redactions: all.counts(), skipped });
  };
}
