import { type HeadMove, madeCommits, movesSince, replacedCommits } from '@domain/git/made-commits';
import type { Commit } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import { ownerOfCommit } from '@domain/session/commit-owner';
import type { Session } from '@domain/session/record';
import type { Git } from '../../ports/git';
import { candidateOf, type FollowedCheckout, type FollowedSession, isRebasing } from './followed-checkout';

export type CommitNews = {
  readonly id: SessionId;
  readonly commits: readonly Commit[];
  /** Of those that were noted before. */
  readonly replaced: readonly string[];
};

/*
 * What the HEAD of a checkout went through since its sessions began, as news for each of them.
 * A1  A commit is judged once and belongs to one session at most.
 * A2  What a rebase made again stays with the session whose work it was, whoever rebased.
 * A3  A commit that is in nobody's history any more goes when it was made in this run, or when another took its place.
 */
export async function lookAtCommits(
  git: Git,
  checkout: FollowedCheckout,
  sessionOf: (id: SessionId) => Session | null,
  isLast: boolean,
): Promise<readonly CommitNews[]> {
  const { root, sessions, judged } = checkout;
  const moves = await readMoves(git, checkout);
  const last = moves.at(-1);
  const state = last === undefined ? '' : `${moves.length} ${last.to} ${last.at} ${last.reason}`;
  if (state === checkout.seen || (isRebasing(moves) && !isLast)) return [];
  const named = await git.commitsNamed(root, [...new Set(moves.map(({ to }) => to))]);
  if (!named.ok) return [];
  const noted = new Map<SessionId, readonly Commit[]>();
  for (const id of sessions.keys()) {
    const found = await git.commitsNamed(root, sessionOf(id)?.commits ?? []);
    if (!found.ok) return [];
    noted.set(id, found.value);
  }
  const began = [...sessions.values()].map(({ id, start }) => sessionOf(id)?.started_at ?? start.at);
  const since = [checkout.start.at, ...began].toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? '';
  const made = madeCommits(moves, new Map(named.value.map((commit) => [commit.sha, commit])), since);
  const rebased = new Set(moves.filter(({ reason }) => reason.includes('rebase')).map(({ to }) => to));
  for (const commit of made.filter(({ sha }) => !judged.has(sha))) {
    const heir = rebased.has(commit.sha) ? heirOf(commit, noted) : null;
    const owner = heir ?? (await chosenOwner(git, checkout, commit));
    if (owner !== null) sessions.get(owner)?.made.set(commit.sha, commit);
    judged.add(commit.sha);
  }
  checkout.seen = state;
  const news: CommitNews[] = [];
  for (const followed of sessions.values()) {
    const one = await newsOf(git, followed, noted.get(followed.id) ?? [], moves);
    if (one !== null) news.push(one);
  }
  return news;
}

async function readMoves(git: Git, { root, start }: FollowedCheckout): Promise<readonly HeadMove[]> {
  const log = await git.headLog(root);
  if (!log.ok) return [];
  if (log.value.length > 0) return movesSince(log.value, start);
  // Its log is switched off: whatever came on top since counts as made here.
  const now = await git.look(root);
  if (!now.ok || now.value.head === null || now.value.head === start.head) return [];
  const between = await git.commitsBetween(root, { from: start.head, to: now.value.head });
  if (!between.ok) return [];
  return between.value
    .filter(({ committed_at }) => Date.parse(committed_at) >= Date.parse(start.at) - 1_000)
    .map(({ sha, parents, committed_at }) => ({
      from: parents[0] ?? '',
      to: sha,
      at: committed_at,
      reason: 'commit',
    }))
    .toReversed();
}

/** A2. */
function heirOf(commit: Commit, noted: ReadonlyMap<SessionId, readonly Commit[]>): SessionId | null {
  for (const [id, commits] of noted) if (replacedCommits(commits, [commit], new Map()).length > 0) return id;
  return null;
}

async function chosenOwner(
  git: Git,
  { root, sessions }: FollowedCheckout,
  commit: Commit,
): Promise<SessionId | null> {
  const atMs = Date.parse(commit.committed_at);
  const there = [...sessions.values()].filter(({ start }) => Date.parse(start.at) <= atMs + 1_000);
  if (there.length <= 1) return there[0]?.id ?? null;
  const files = await git.filesOfCommit(root, commit.sha);
  return ownerOfCommit(there.map(candidateOf), { atMs, files: files.ok ? files.value : [] });
}

/** A3. */
async function newsOf(
  git: Git,
  { id, root, made }: FollowedSession,
  noted: readonly Commit[],
  moves: readonly HeadMove[],
): Promise<CommitNews | null> {
  const all = [...new Map([...noted, ...made.values()].map((commit) => [commit.sha, commit])).values()];
  if (all.length === 0) return null;
  const reached = await git.reachable(
    root,
    all.map(({ sha }) => sha),
  );
  if (!reached.ok) return null;
  const there = new Set(reached.value);
  const gone = all.filter(({ sha }) => !there.has(sha));
  const present = all.filter(({ sha }) => there.has(sha));
  const amended = new Set(moves.filter(({ reason }) => reason.includes('amend')).map(({ from }) => from));
  const patches =
    gone.length === 0
      ? null
      : await git.patchIds(
          root,
          all.map(({ sha }) => sha),
        );
  const again = new Set(replacedCommits(gone, present, patches?.ok ? patches.value : new Map()));
  const isReplaced = ({ sha }: Commit) => made.has(sha) || amended.has(sha) || again.has(sha);
  const replaced = gone.filter(isReplaced).map(({ sha }) => sha);
  const known = new Set(noted.map(({ sha }) => sha));
  const commits = present.filter(({ sha }) => !known.has(sha));
  const goneNoted = replaced.filter((sha) => known.has(sha));
  return commits.length + goneNoted.length === 0 ? null : { id, commits, replaced: goneNoted };
}
