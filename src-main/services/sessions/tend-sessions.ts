import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { decideEdit } from '@domain/session/edits';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { decideStatus, phaseOf } from '@domain/session/status-machine';
import type { SessionStore } from '../../ports/session-store';
import { TRASH_DAYS } from './delete-sessions';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';
import { settleDead, speaksOfProcess } from './settle-dead';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const DRAFT_LIFE_MS = DAY_MS;
export const PAUSE_LIFE_MS = 7 * DAY_MS;
/** When a person was last asked what shall become of a long pause. */
const ASKED_AT = 'asked_at';

export type Swept = {
  readonly closed: readonly SessionId[];
  readonly flagged: readonly SessionId[];
  readonly purged: readonly SessionId[];
};

/*
 * What happens without anybody asking.
 * T1  Recovery: a session that speaks of a process nobody holds a lease for is settled (paused with `crash`, or with the
 *     reason that was asked for); one whose process lives in another console is left alone, as are external ones.
 * T2  Sweep: drafts older than a day are closed, pauses longer than a week are flagged, once a day at most, the trash is
 *     emptied after 30 days. A session that is just being started is no old draft.
 * T3  One that fails does not keep the others from being tended.
 */
export function createTendSessions(kernel: Kernel, live: LiveSessions) {
  const { clock, queue, log } = kernel;

  const recoverOne = (id: SessionId) =>
    queue.inOrder(id, async (): Promise<Result<boolean, SessionError>> => {
      if (live.has(id)) return ok(false);
      const settled = await settleDead(kernel, id);
      return !settled.ok && settled.error.code === 'locked' ? ok(false) : settled;
    });

  const each = async <T>(
    items: readonly T[],
    work: (item: T) => Promise<Result<boolean, SessionError>>,
  ): Promise<T[]> => {
    const done: T[] = [];
    for (const item of items) {
      const result = await work(item);
      if (!result.ok) log.warn('a session could not be tended', { error: result.error });
      else if (result.value) done.push(item);
    }
    return done;
  };

  const ask = (session: Session) => {
    const asked = decideEdit(session, { type: 'raise-attention', reason: 'paused-too-long' });
    if (!asked.ok || asked.value.length === 0) return asked;
    const metadata = { ...session.metadata, [ASKED_AT]: clock.now() };
    return ok([...asked.value, { type: 'details-noted' as const, details: { metadata } }]);
  };

  const olderThan = (at: string | undefined, ms: number) =>
    at !== undefined && clock.nowMs() - Date.parse(at) > ms;

  return {
    async recover(store: SessionStore): Promise<readonly SessionId[]> {
      if (store.readOnly) return [];
      const ids = [...store.all().values()].filter(speaksOfProcess).map(({ id }) => id);
      return each(ids, recoverOne);
    },
    async sweep(store: SessionStore): Promise<Swept> {
      if (store.readOnly) return { closed: [], flagged: [], purged: [] };
      const ours = [...store.all().values()].filter(({ owner }) => owner === 'console');
      const ids = (wanted: (session: Session) => boolean) => ours.filter(wanted).map(({ id }) => id);
      const isOldDraft = (session: Session) =>
        phaseOf(session) === 'draft' &&
        session.trashed_at === undefined &&
        olderThan(session.created_at, DRAFT_LIFE_MS);
      const isLongPaused = (session: Session) =>
        phaseOf(session) === 'paused' &&
        session.attention === undefined &&
        olderThan(session.paused_at, PAUSE_LIFE_MS) &&
        !(Date.parse(String(session.metadata[ASKED_AT])) > clock.nowMs() - DAY_MS);
      const isStaleTrash = (session: Session) => olderThan(session.trashed_at, TRASH_DAYS * DAY_MS);
      const act = (id: SessionId, decide: Parameters<typeof kernel.change<SessionError>>[1]) =>
        queue.inOrder(id, async (): Promise<Result<boolean, SessionError>> => {
          const changed = await kernel.change(id, decide);
          return changed.ok ? ok(changed.value.facts.length > 0) : changed;
        });
      const moment = () => ({ at: clock.now(), activeMs: 0 });
      return {
        closed: await each(ids(isOldDraft), (id) =>
          act(id, (now) =>
            isOldDraft(now)
              ? decideStatus(now, { type: 'close', outcome: 'abandoned', hasProcess: false }, moment())
              : ok([]),
          ),
        ),
        flagged: await each(ids(isLongPaused), (id) =>
          act(id, (now) => (isLongPaused(now) ? ask(now) : ok([]))),
        ),
        purged: await each(ids(isStaleTrash), (id) =>
          act(id, (now) => (isStaleTrash(now) ? decideEdit(now, { type: 'purge' }) : ok([]))),
        ),
      };
    },
  };
}
