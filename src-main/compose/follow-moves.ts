import type { Session } from '@domain/session/record';
import type { Log } from '../ports/log';
import type { ComposedSessions } from './compose-sessions';
import type { ComposedWorkLife } from './compose-work-life';

export type FollowMoves = {
  readonly sessions: Pick<ComposedSessions, 'open'>;
  readonly life: () => Promise<Pick<ComposedWorkLife, 'service'>>;
  readonly log: Log;
};

const hasBead = ({ owner, status, bead_id }: Session) =>
  owner === 'console' && bead_id !== undefined && (status === 'active' || status === 'paused');

/** From the first session on that works on a bead: until then neither beads nor git are loaded for it. */
export function followMoves({ sessions, life, log }: FollowMoves): () => void {
  let stop = () => {};
  let isOver = false;
  const follow = async () => {
    stop();
    isOver = true;
    const moves = await (await life()).service.moves();
    if (!moves.ok) log.warn('beads of sessions are not followed', { error: moves.error });
  };
  const begin = async () => {
    const opened = await sessions.open();
    if (!opened.ok || isOver) return;
    const { book } = opened.value;
    const look = (session: Session) => {
      if (!isOver && hasBead(session))
        void follow().catch((error: unknown) => log.error('beads of sessions are not followed', { error }));
    };
    const stopFeed = book.feed.follow(null, (frame) => {
      if (frame.type === 'change' && frame.change.type === 'changed') look(frame.change.session);
      else book.list.inOrder({ status: ['active', 'paused'] }).forEach(look);
    });
    stop = stopFeed;
    if (isOver) stopFeed();
  };
  void begin();
  return () => {
    isOver = true;
    stop();
  };
}
