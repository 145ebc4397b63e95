import { hasMovedOn } from '@domain/bead/review-status';
import { createFeed, type Feed } from '@domain/feed';
import type { FolderPath, SessionId } from '@domain/ids';
import type { Session } from '@domain/session/record';
import { pauseMarkOf } from '@domain/session/since-pause';
import type { EndAnnounced } from '@domain/work/end-plan';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { BeadsService } from '../beads/beads-service';
import type { SessionsService } from '../sessions/sessions-service';

/*
 * working on it -> its bead moved on -> announced, once the turn has settled -> closed after 30 s
 *                                       announced -> working on it (kept open, a new turn, the bead came back)
 * M1  Only an active session of ours is closed; a paused one is flagged `bead-moved-on`, once for each status, and no more.
 * M2  A turn that runs or waits for an answer is never cut: the 30 s begin when it has settled, and again after the next one.
 * M3  *Keep open* counts until the bead moves again. A session that began on a bead that had moved on is left alone.
 * M4  What the end of work moves itself is not announced.
 */
export type BeadMoves = {
  readonly feed: Feed<{ announced: EndAnnounced[] }, { announced: EndAnnounced[] }>;
  keepOpen(id: SessionId): boolean;
  close(): void;
};

export type BeadMovesDeps = {
  readonly service: Pick<SessionsService, 'book' | 'live' | 'talk' | 'close' | 'edit'>;
  readonly beads: Pick<BeadsService, 'of'>;
  readonly isEnding: (id: SessionId) => boolean;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly epoch: string;
};

export const ANNOUNCED_MS = 30_000;
/** In its metadata: the status that was told about already. */
const TOLD_STATUS = 'told_bead_status';
/** Projects of paused sessions are followed too; not a hundred of them. */
const MOST_PROJECTS = 10;

type Watched = {
  readonly statuses: Map<string, string>;
  stop: () => void;
};

export function createBeadMoves(deps: BeadMovesDeps): BeadMoves {
  const { service, beads, clock, timers, log } = deps;
  const { book, live, talk } = service;
  const projects = new Map<string, Watched>();
  /** The status of its bead that an active session is fine with. */
  const accepted = new Map<SessionId, string>();
  const announced = new Map<SessionId, EndAnnounced & { readonly cancel: () => void }>();
  let isClosed = false;

  const told = () => ({ announced: [...announced.values()].map(({ cancel: _, ...entry }) => entry) });
  const feed = createFeed<{ announced: EndAnnounced[] }, { announced: EndAnnounced[] }>({
    epoch: deps.epoch,
    snapshot: told,
  });

  const takeBack = (id: SessionId) => {
    const entry = announced.get(id);
    if (entry === undefined) return;
    entry.cancel();
    announced.delete(id);
    feed.publish(told());
  };
  const ring = async (id: SessionId) => {
    takeBack(id);
    if (talk.isWorking(id) || !live.has(id)) return;
    const ended = await service.close(id, 'done');
    if (!ended.ok)
      log.warn('a session whose bead moved on was not closed', { session_id: id, error: ended.error });
  };
  const announce = (session: Session, bead_id: string, status: string) => {
    if (announced.get(session.id)?.status === status) return;
    takeBack(session.id);
    const cancel = timers.after(ANNOUNCED_MS, () => void ring(session.id));
    const closes_at = new Date(clock.nowMs() + ANNOUNCED_MS).toISOString();
    announced.set(session.id, { session_id: session.id, bead_id, status, closes_at, cancel });
    feed.publish(told());
  };

  /** M1 */
  const flag = async (session: Session, status: string) => {
    const before = pauseMarkOf(session.metadata)?.bead?.status;
    const isLeft = before === undefined ? hasMovedOn(status) : before !== status && status !== 'in_progress';
    if (!isLeft || session.metadata[TOLD_STATUS] === status || session.attention !== undefined) return;
    // Raised first: told twice is better than never. Joined, for the mark of this very pause may come between.
    await service.edit(session.id, { type: 'raise-attention', reason: 'bead-moved-on' });
    await service.edit(session.id, { type: 'note-metadata', entries: { [TOLD_STATUS]: status } });
  };

  const judge = (session: Session) => {
    const { id, bead_id } = session;
    const status = bead_id === undefined ? undefined : projects.get(session.cwd)?.statuses.get(bead_id);
    if (bead_id === undefined || status === undefined || deps.isEnding(id)) return takeBack(id);
    if (session.status === 'paused' && session.pending === undefined) {
      accepted.delete(id);
      takeBack(id);
      void flag(session, status).catch((error: unknown) => log.warn('a session was not flagged', { error }));
      return;
    }
    if (session.status !== 'active' || session.pending !== undefined || !live.has(id)) {
      if (session.status === 'closed') accepted.delete(id);
      return takeBack(id);
    }
    if (!accepted.has(id)) accepted.set(id, status);
    if (!hasMovedOn(status)) {
      accepted.set(id, status);
      return takeBack(id);
    }
    if (accepted.get(id) === status) return takeBack(id);
    if (talk.isWorking(id)) return takeBack(id);
    announce(session, bead_id, status);
  };
  const judgeId = (id: SessionId) => {
    const session = book.find(id)?.session;
    if (session === undefined) takeBack(id);
    else judge(session);
  };

  const isFollowed = ({ owner, status, bead_id, trashed_at }: Session) =>
    owner === 'console' &&
    bead_id !== undefined &&
    trashed_at === undefined &&
    (status === 'active' || status === 'paused');

  const follow = (project: string) => {
    const statuses = new Map<string, string>();
    const watched: Watched = { statuses, stop: () => {} };
    projects.set(project, watched);
    const heard = () => {
      for (const session of book.list.inOrder({ status: ['active', 'paused'] }))
        if (session.cwd === project && isFollowed(session)) judge(session);
    };
    watched.stop = beads.of(project as FolderPath).beads.follow(null, (frame) => {
      if (isClosed) return;
      const changed =
        frame.type === 'snapshot'
          ? frame.value.beads
          : frame.change.type === 'beads-changed'
            ? frame.change.changed
            : [];
      for (const { id, status } of changed) statuses.set(id, status);
      if (changed.length > 0) heard();
    });
  };
  /** Which sessions are followed, and where: most changes of a session change nothing about that. */
  const known = new Map<SessionId, string>();
  const isNews = (id: SessionId) => {
    const session = book.find(id)?.session;
    const now = session !== undefined && isFollowed(session) ? `${session.status} ${session.cwd}` : undefined;
    if (known.get(id) === now) return false;
    if (now === undefined) known.delete(id);
    else known.set(id, now);
    return true;
  };
  const settleProjects = () => {
    const open = book.list.inOrder({ status: ['active', 'paused'] }).filter(isFollowed);
    // Those with an active session first.
    const byNeed = open.toSorted((a, b) => a.status.localeCompare(b.status));
    const wanted = new Set([...new Set(byNeed.map(({ cwd }) => cwd))].slice(0, MOST_PROJECTS));
    for (const [project, { stop }] of projects)
      if (!wanted.has(project)) {
        stop();
        projects.delete(project);
      }
    for (const project of wanted) if (!projects.has(project)) follow(project);
  };

  const stops = [
    book.feed.follow(null, (frame) => {
      if (frame.type === 'snapshot' || frame.change.type === 'store-opened') return settleProjects();
      const { change } = frame;
      const id = change.type === 'gone' ? change.session_id : change.session.id;
      if (isNews(id)) settleProjects();
      judgeId(id);
    }),
    talk.doing.follow(null, (frame) => {
      if (frame.type === 'change')
        judgeId(frame.change.type === 'does' ? frame.change.doing.session_id : frame.change.session_id);
    }),
  ];

  return {
    feed,
    keepOpen(id) {
      const entry = announced.get(id);
      if (entry === undefined) return false;
      accepted.set(id, entry.status);
      takeBack(id);
      return true;
    },
    close() {
      isClosed = true;
      for (const stop of stops) stop();
      for (const { stop } of projects.values()) stop();
      for (const { cancel } of announced.values()) cancel();
      announced.clear();
      projects.clear();
    },
  };
}
