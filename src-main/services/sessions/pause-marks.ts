import type { SessionId } from '@domain/ids';
import { ok } from '@domain/result';
import type { Session } from '@domain/session/record';
import { PAUSE_MARK, type PauseMark } from '@domain/session/since-pause';
import type { Kernel } from './kernel';
import type { LiveSessions } from './live-sessions';

export type LookAround = (session: Session) => Promise<PauseMark | null>;

/** A tracker or git that does not answer must not keep the program from ending. */
const PATIENCE_MS = 5_000;

/**
 * Remembers the world around a session when its process ends, for whatever reason it does: a resume compares with it. What
 * cannot be looked at in time is not remembered, and the pause stands all the same.
 */
export function createPauseMarks(kernel: Kernel, live: LiveSessions, look: LookAround) {
  const { book, queue, timers, log } = kernel;
  const under = new Set<Promise<void>>();

  const soon = (session: Session): Promise<PauseMark | null> =>
    new Promise((resolve) => {
      const cancel = timers.after(PATIENCE_MS, () => resolve(null));
      void look(session)
        .catch((error: unknown) => {
          log.warn('a pause was not marked', { session_id: session.id, error });
          return null;
        })
        .then((mark) => {
          cancel();
          resolve(mark);
        });
    });
  const note = async (id: SessionId) => {
    const found = book.find(id);
    if (found === null) return;
    const mark = await soon(found.session);
    if (mark === null) return;
    await queue.inOrder(id, () =>
      kernel.change<never>(id, ({ status, metadata }) =>
        ok(
          status === 'closed'
            ? []
            : [{ type: 'details-noted', details: { metadata: { ...metadata, [PAUSE_MARK]: mark } } }],
        ),
      ),
    );
  };
  const stop = live.onEvent((id, event) => {
    if (event.type !== 'process-ended') return;
    const noting = note(id).catch((error: unknown) =>
      log.warn('a pause was not marked', { session_id: id, error }),
    );
    under.add(noting);
    void noting.then(() => under.delete(noting));
  });
  return {
    stop,
    /** Resolves when every mark under way is saved. */
    async drain() {
      await Promise.all(under);
    },
  };
}
