import type { Commit } from './repository';

/** One line of a checkout's HEAD log. */
export type HeadMove = {
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** `commit`, `commit (amend)`, `rebase (pick)`, `checkout`, ... as git wrote it. */
  readonly reason: string;
};

/** Git writes the same second into a commit and into the log of the move to it; a hook may run between the two. */
const SAME_MOMENT_MS = 5_000;

/*
 * Which commits were made by these moves, oldest first.
 * C1  A move that only goes to what somebody made before (checkout, reset, fast-forward, pull) makes nothing.
 * C2  A rebase makes again what is there already: only what was first made since `since` is told, others' commits are not.
 */
export function madeCommits(
  moves: readonly HeadMove[],
  commits: ReadonlyMap<string, Commit>,
  since: string,
): readonly Commit[] {
  const sinceMs = wholeSecond(since);
  const made = moves.flatMap((move) => {
    const commit = commits.get(move.to);
    return commit !== undefined && isMade(move, commit, sinceMs) ? [commit] : [];
  });
  return [...new Map(made.map((commit) => [commit.sha, commit])).values()];
}

function isMade(move: HeadMove, commit: Commit, sinceMs: number): boolean {
  if (Math.abs(Date.parse(commit.committed_at) - Date.parse(move.at)) > SAME_MOMENT_MS) return false;
  const { reason } = move;
  if (reason.includes('rebase')) return Date.parse(commit.authored_at) >= sinceMs;
  if (/^(merge|pull)\b/.test(reason)) return commit.parents.length > 1 && commit.parents[0] === move.from;
  return /^(commit|cherry-pick|revert|am)\b/.test(reason);
}

/**
 * The moves since a moment, oldest first. The log counts in seconds: of the moves within the first one those up to where HEAD
 * was at that moment came before it.
 */
export function movesSince(
  newestFirst: readonly HeadMove[],
  start: { readonly at: string; readonly head: string | null },
): readonly HeadMove[] {
  const startMs = wholeSecond(start.at);
  const later = newestFirst.filter(({ at }) => Date.parse(at) >= startMs).toReversed();
  const before = later.findLastIndex(({ at, to }) => Date.parse(at) < startMs + 1_000 && to === start.head);
  return later.slice(before + 1);
}

/**
 * Commits that an amend or a rebase made again: they are in nobody's history any more, and either we saw the move that took
 * their place, or one of `present` is the same work.
 */
export function replacedCommits(
  gone: readonly Commit[],
  present: readonly Commit[],
  patches: ReadonlyMap<string, string>,
): readonly string[] {
  const isSameWork = (old: Commit, now: Commit) =>
    old.sha !== now.sha &&
    ((patches.get(old.sha) ?? old.sha) === (patches.get(now.sha) ?? now.sha) ||
      (old.author === now.author && old.authored_at === now.authored_at));
  return gone.filter((old) => present.some((now) => isSameWork(old, now))).map(({ sha }) => sha);
}

const wholeSecond = (at: string) => Math.floor(Date.parse(at) / 1_000) * 1_000;
