import { dirname } from 'node:path';
import { type HeadMove, madeCommits, replacedCommits } from '@domain/git/made-commits';
import type { Commit } from '@domain/git/repository';
import type { SessionId } from '@domain/ids';
import { ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { ActivityCommit, GitActivity } from '@domain/work/session-changes';
import type { Git } from '../../ports/git';
import type { SessionsService } from '../sessions/sessions-service';

/** A session as the history knows it. */
export type PastSession = {
  readonly id: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
};

/** What the history is asked; null: it does not know, or cannot be opened. */
export type PastSessions = {
  show(id: string): Promise<PastSession | null>;
  /** Those that ran in this folder at that time. */
  during(cwd: string, from: string, to: string): Promise<readonly PastSession[]>;
  /** Do these characters stand in its transcript? */
  says(id: string, text: string): Promise<boolean>;
};

export type GitActivityDeps = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly git: () => Promise<Git>;
  readonly past: PastSessions;
};

/** A commit that Claude made last is in the log a moment before its own last line. */
const SLACK_MS = 10_000;
const MOST_COMMITS = 200;
const MOST_UP = 8;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/*
 * X1  A session of ours: what was noted while it ran, no more and no less.
 * X2  One begun elsewhere: commits that the HEAD log of its folder says were made there while it ran. One that a session of
 *     ours has noted is that one's.
 * X3  Of several sessions in that folder at that time the one whose transcript names the commit has it; when none or several
 *     do, it is told for none.
 * X4  Its worktree may be gone: then the commits of its branch from that time, as the repository around it knows them.
 */
export function createGitActivity({ sessions, git: load, past }: GitActivityDeps) {
  const elsewhere = async (one: PastSession, own: readonly Session[]): Promise<readonly Commit[] | null> => {
    if (one.cwd === null || one.started_at === null) return [];
    const git = await load();
    const made = await madeThere(git, one);
    if (made === null) return null;
    const noted = new Set(own.flatMap(({ commits }) => commits));
    const left = made.filter(({ sha }) => !noted.has(sha)).slice(0, MOST_COMMITS);
    const to = one.ended_at ?? one.started_at;
    const others = left.length === 0 ? [] : await past.during(one.cwd, one.started_at, to);
    const mine: Commit[] = [];
    for (const commit of left) {
      const atMs = Date.parse(commit.committed_at);
      const rivals = others.filter((other) => other.id !== one.id && ranAt(other, atMs));
      if (rivals.length === 0 || (await isSaidHereAlone(one, rivals, commit.sha))) mine.push(commit);
    }
    return mine;
  };

  const isSaidHereAlone = async (one: PastSession, rivals: readonly PastSession[], sha: string) => {
    const short = sha.slice(0, 7);
    if (!(await past.says(one.id, short))) return false;
    for (const rival of rivals) if (await past.says(rival.id, short)) return false;
    return true;
  };

  return async (project: string | undefined, ref: string): Promise<Result<GitActivity, SessionError>> => {
    const opened = await sessions();
    if (!opened.ok) return opened;
    const located = await opened.value.locate(project, ref);
    const session = located.ok ? (opened.value.book.find(located.value)?.session ?? null) : null;
    const known = session === null && UUID.test(ref) ? await past.show(ref.toLowerCase()) : null;
    if (session === null && known === null)
      return located.ok ? { ok: false, error: { code: 'session-not-found', session_id: ref } } : located;
    const own = opened.value.book.list.inOrder({ trash: 'with' });
    const noted = session?.commits ?? [];
    const named =
      noted.length === 0 ? ok([]) : await (await load()).commitsNamed(folderOf(session, known), noted);
    const one = session === null ? known : session.owner === 'external' ? pastOf(session) : null;
    const seen = one === null ? [] : await elsewhere(one, own);
    const activity: ActivityCommit[] = [
      ...(named.ok ? named.value : []).map((commit) => ({ ...commit, how: 'noted' as const })),
      ...(seen ?? [])
        .filter(({ sha }) => !noted.includes(sha))
        .map((commit) => ({ ...commit, how: 'seen' as const })),
    ];
    return ok({
      branch: session?.branch ?? known?.branch ?? null,
      worktree: session?.worktree ?? null,
      git_remote: session?.git_remote ?? null,
      commits: [...new Set([...noted, ...activity.map(({ sha }) => sha)])],
      files_touched: [...(session?.files_touched ?? [])],
      activity: activity.toSorted((a, b) => Date.parse(b.committed_at) - Date.parse(a.committed_at)),
      is_partial: !named.ok || seen === null,
    });
  };
}

function folderOf(session: Session | null, known: PastSession | null): string {
  return session === null ? (known?.cwd ?? '/') : checkoutOf(session);
}

function pastOf(session: Session): PastSession {
  return {
    id: session.id as SessionId,
    cwd: checkoutOf(session),
    branch: session.branch ?? null,
    started_at: session.started_at ?? session.created_at,
    ended_at:
      session.ended_at ?? session.closed_at ?? (session.status === 'active' ? null : session.updated_at),
  };
}

function ranAt({ started_at, ended_at }: PastSession, atMs: number): boolean {
  if (started_at === null) return false;
  const endMs = ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at) + SLACK_MS;
  return Date.parse(started_at) - 1_000 <= atMs && atMs <= endMs;
}

/** X2, X4. Null: git could not be asked. */
async function madeThere(git: Git, one: PastSession): Promise<readonly Commit[] | null> {
  const cwd = one.cwd ?? '';
  const log = await git.headLog(cwd);
  if (log.ok) {
    const moves = log.value.filter(({ at }) => ranAt(one, Date.parse(at))).toReversed();
    const named = await git.commitsNamed(cwd, [...new Set(moves.map(({ to }) => to))]);
    if (!named.ok) return null;
    const facts = new Map(named.value.map((commit) => [commit.sha, commit]));
    return withoutReplaced(git, cwd, madeCommits(moves, facts, one.started_at ?? ''), moves);
  }
  if (log.error.code === 'not-a-repository') return [];
  if (log.error.code !== 'folder-missing' || one.branch === null) return null;
  let folder = cwd;
  for (let up = 0; up < MOST_UP && folder !== dirname(folder); up += 1) {
    folder = dirname(folder);
    const there = await git.commitsBetween(folder, { from: null, to: one.branch, limit: 1_000 });
    if (there.ok) return there.value.filter(({ committed_at }) => ranAt(one, Date.parse(committed_at)));
    if (there.error.code !== 'folder-missing') return there.error.code === 'commit-unknown' ? [] : null;
  }
  return null;
}

/** What an amend or a rebase made again is told once. */
async function withoutReplaced(
  git: Git,
  cwd: string,
  made: readonly Commit[],
  moves: readonly HeadMove[],
): Promise<readonly Commit[]> {
  const shas = made.map(({ sha }) => sha);
  const reached = await git.reachable(cwd, shas);
  if (!reached.ok) return made;
  const there = new Set(reached.value);
  const gone = made.filter(({ sha }) => !there.has(sha));
  if (gone.length === 0) return made;
  const patches = await git.patchIds(cwd, shas);
  const present = made.filter(({ sha }) => there.has(sha));
  const again = replacedCommits(gone, present, patches.ok ? patches.value : new Map());
  const amended = moves.filter(({ reason }) => reason.includes('amend')).map(({ from }) => from);
  const replaced = new Set([...again, ...amended]);
  return made.filter(({ sha }) => there.has(sha) || !replaced.has(sha));
}
