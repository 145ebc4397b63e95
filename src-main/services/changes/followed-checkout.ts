import type { HeadMove } from '@domain/git/made-commits';
import type { Commit } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import type { CommitCandidate } from '@domain/session/commit-owner';
import type { WorkMark } from '@domain/session/work-mark';
import type { Snapshot } from '../../ports/git';

type OpenSpan = { from: number; to: number | null };

/** A session whose process runs, in its checkout. */
export type FollowedSession = {
  readonly id: SessionId;
  /** The folder Claude works in; `root` may be above it. */
  readonly folder: string;
  readonly root: string;
  /** Of this run. */
  readonly start: WorkMark;
  /** Before the turn that runs, or ran last. */
  turn: Snapshot | null;
  /** Somebody else worked in the same checkout during the turn: what git saw cannot be told apart. */
  isShared: boolean;
  readonly shells: OpenSpan[];
  readonly turns: OpenSpan[];
  readonly openShells: Map<string, OpenSpan>;
  /** All that is known to be written in this run, from the root on. */
  readonly files: Set<string>;
  /** What of it is not saved yet, from the folder on. */
  readonly fresh: Set<string>;
  /** Commits of this run. */
  readonly made: Map<string, Commit>;
};

/** One per checkout, however many sessions work in it: a commit is judged once, and for all of them. */
export type FollowedCheckout = {
  readonly root: string;
  readonly start: Pick<WorkMark, 'at' | 'head'>;
  readonly sessions: Map<SessionId, FollowedSession>;
  readonly judged: Set<string>;
  /** What the log of HEAD came to when it was looked at last. */
  seen: string;
  tail: Promise<unknown>;
  stopWatch: () => void;
};

const MOST_SPANS = 200;

export function newFollowed(
  place: Pick<FollowedSession, 'id' | 'folder' | 'root' | 'start'>,
): FollowedSession {
  return {
    ...place,
    turn: null,
    isShared: false,
    shells: [],
    turns: [],
    openShells: new Map(),
    files: new Set(),
    fresh: new Set(),
    made: new Map(),
  };
}

export function openSpan(spans: OpenSpan[], nowMs: number): OpenSpan {
  const span = { from: nowMs, to: null };
  spans.push(span);
  if (spans.length > MOST_SPANS) spans.splice(0, spans.length - MOST_SPANS);
  return span;
}

export const isAtWork = ({ turns }: FollowedSession): boolean => turns.at(-1)?.to === null;

export const candidateOf = ({ id, shells, turns, files }: FollowedSession): CommitCandidate<SessionId> => ({
  id,
  shells,
  turns,
  files,
});

/** A rebase makes its commits before it lets go of the old ones: what it came to is looked at when it has ended. */
export function isRebasing(oldestFirst: readonly HeadMove[]): boolean {
  const reason = oldestFirst.at(-1)?.reason ?? '';
  return reason.includes('rebase') && !/\((finish|abort)\)/.test(reason);
}
