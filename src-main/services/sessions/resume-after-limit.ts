import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { Kernel } from './kernel';

/*
 * paused with `usage_limit`, and Claude said until when -> resumed a little after that, when the setting says so
 * R1  Only while the setting is on at that moment, and only a session that is still paused for that reason.
 * R2  A reset that passed while no console ran resumes nothing: the person who starts it is there to decide.
 *     Nor is one resumed whose bead was moved on meanwhile: that is said before anything runs.
 * R3  A session that meets the limit again waits for the new reset.
 */
export type ResumeAfterLimit = {
  readonly isWanted: () => boolean;
  readonly resume: (id: SessionId, prompt: string) => Promise<Result<unknown, SessionError>>;
};

/** Claude's clock and ours differ, and all sessions of an account are reset at once. */
const GRACE_MS = 60_000;
/** A timer that is longer than this rings at once. */
const LONGEST_MS = 2_000_000_000;
export const AFTER_LIMIT_PROMPT = 'The usage limit has been reset. Please continue from where we left off.';

export function limitResetOf({ status, pause_reason, metadata }: Session): string | null {
  const at = metadata['limit_resets_at'];
  return status === 'paused' && pause_reason === 'usage_limit' && typeof at === 'string' ? at : null;
}

/** Gives the way to stop. */
export function createResumeAfterLimit(
  { book, stores, clock, timers, log }: Pick<Kernel, 'book' | 'stores' | 'clock' | 'timers' | 'log'>,
  { isWanted, resume }: ResumeAfterLimit,
): () => void {
  const waiting = new Map<SessionId, { readonly at: string; cancel: () => void }>();

  const forget = (id: SessionId) => {
    waiting.get(id)?.cancel();
    waiting.delete(id);
  };
  const ring = async (id: SessionId) => {
    const session = book.find(id)?.session;
    if (session === undefined || limitResetOf(session) === null || !isWanted()) return;
    if (session.attention?.reason === 'bead-moved-on') return;
    const resumed = await resume(id, AFTER_LIMIT_PROMPT);
    if (!resumed.ok) log.warn('a limited session was not resumed', { session_id: id, error: resumed.error });
  };
  const wait = (id: SessionId, at: string) => {
    const leftMs = Date.parse(at) + GRACE_MS - clock.nowMs();
    const cancel = timers.after(Math.min(LONGEST_MS, Math.max(1, leftMs)), () => {
      waiting.delete(id);
      if (leftMs > LONGEST_MS) wait(id, at);
      else void ring(id);
    });
    waiting.set(id, { at, cancel });
  };
  const consider = (session: Session | undefined, id: SessionId) => {
    const at = session === undefined || session.owner !== 'console' ? null : limitResetOf(session);
    if (at === null) return forget(id);
    if (waiting.get(id)?.at === at || !(Date.parse(at) > clock.nowMs())) return;
    forget(id);
    wait(id, at);
  };

  const stopBook = book.onChange(({ session_id }) => consider(book.find(session_id)?.session, session_id));
  const considerAll = () => {
    for (const session of book.list.inOrder({ status: ['paused'] })) consider(session, session.id);
  };
  const stopOpened = stores.onOpened(considerAll);
  considerAll();
  return () => {
    stopBook();
    stopOpened();
    for (const id of [...waiting.keys()]) forget(id);
  };
}
