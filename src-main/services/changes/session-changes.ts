import { type DiffRow, readDiffRows } from '@domain/git/diff-rows';
import type { GitError } from '@domain/git/errors';
import { movesSince } from '@domain/git/made-commits';
import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import { readContextPack } from '@domain/session/context-pack';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import { withoutTracker } from '@domain/session/since-pause';
import { startMarkOf } from '@domain/session/work-mark';
import type { ChangesSince, DiffWindow, SessionChanges } from '@domain/work/session-changes';
import type { Git } from '../../ports/git';
import type { Found } from '../sessions/session-book';
import type { SessionsService } from '../sessions/sessions-service';
import type { FollowWork } from './follow-work';

type Failure = SessionError | GitError;
type Answer<T> = Promise<Result<T, Failure>>;
type One = { readonly project?: string | undefined; readonly id: string };

export type SessionChangesService = {
  list(one: One & { since: ChangesSince; from: number; limit: number }): Answer<SessionChanges>;
  file(
    one: One & {
      since: ChangesSince;
      path: string;
      old_path?: string | undefined;
      from: number;
      limit: number;
    },
  ): Answer<DiffWindow>;
};

export type SessionChangesDeps = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly git: () => Promise<Git>;
  readonly follow: Pick<FollowWork, 'turnOf'>;
};

type Base = { readonly since: string | null; readonly told: SessionChanges['base'] };

const MOST_COMMITS = 200;
const MOST_KEPT = 20;
const NOT_KNOWN: Base = { since: null, told: null };

/** Looks, and changes nothing. */
export function createSessionChanges({
  sessions,
  git: load,
  follow,
}: SessionChangesDeps): SessionChangesService {
  /** Windows of one diff belong together: what the first was cut from, the next ones are cut from too. */
  const kept = new Map<string, Omit<DiffWindow, 'from'>>();

  const find = async ({ project, id }: One): Answer<Found> => {
    const opened = await sessions();
    if (!opened.ok) return opened;
    const located = await opened.value.locate(project, id);
    if (!located.ok) return located;
    const found = opened.value.book.find(located.value);
    return found === null ? err({ code: 'session-not-found', session_id: id }) : ok(found);
  };

  const baseOf = async (git: Git, found: Found, since: ChangesSince): Promise<Base> => {
    const { session } = found;
    if (since === 'commit') return { since: null, told: { at: null, head: null, is_exact: true } };
    if (since === 'message') {
      const turn = follow.turnOf(session.id);
      return turn === null
        ? NOT_KNOWN
        : { since: turn.tree, told: { at: turn.at, head: turn.head, is_exact: true } };
    }
    const mark = startMarkOf(session.metadata);
    if (mark !== null && mark.tree !== null)
      return { since: mark.tree, told: { at: mark.at, head: mark.head, is_exact: true } };
    return commitBefore(git, found);
  };

  /** Git may have collected what a mark remembers: the commit of that moment is there as long as its branch is. */
  const withFallback = async <T>(
    git: Git,
    found: Found,
    wanted: ChangesSince,
    ask: (base: Base) => Promise<Result<T, GitError>>,
  ): Promise<Result<{ value: T; base: Base }, GitError>> => {
    const bases = [() => baseOf(git, found, wanted), () => commitBefore(git, found), async () => NOT_KNOWN];
    let last: GitError = { code: 'git-failed', said: '' };
    for (const next of bases) {
      const base = await next();
      const asked = await ask(base);
      if (asked.ok) return ok({ value: asked.value, base });
      last = asked.error;
      if (last.code !== 'commit-unknown') break;
    }
    return err(last);
  };

  const keep = (key: string, diff: Omit<DiffWindow, 'from'>) => {
    kept.delete(key);
    kept.set(key, diff);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  };

  return {
    async list({ since, from, limit, ...one }) {
      const found = await find(one);
      if (!found.ok) return found;
      const { session } = found.value;
      const git = await load();
      const folder = checkoutOf(session);
      const asked = await withFallback(git, found.value, since, (base) => git.changes(folder, base.since));
      if (!asked.ok) return asked;
      const { value: changed, base } = asked.value;
      const [now, commits] = await Promise.all([git.look(folder), git.commitsNamed(folder, latest(session))]);
      const files = withoutTracker(changed.files);
      return ok({
        session_id: session.id,
        since,
        base: base.told,
        folder: now.ok ? now.value.root : folder,
        branch: now.ok ? now.value.branch : (session.branch ?? null),
        files: files.slice(from, from + limit),
        from,
        total: files.length,
        additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
        deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
        is_cut: changed.is_cut,
        commits: commits.ok ? [...commits.value] : [],
      });
    },
    async file({ since, path, old_path, from, limit, ...one }) {
      const found = await find(one);
      if (!found.ok) return found;
      const key = [found.value.session.id, since, path, old_path ?? ''].join('\0');
      const known = from > 0 ? kept.get(key) : undefined;
      if (known !== undefined) return ok(windowOf(known, from, limit));
      const git = await load();
      const folder = checkoutOf(found.value.session);
      const asked = await withFallback(git, found.value, since, (base) =>
        git.fileDiff(folder, base.since, path, old_path),
      );
      if (!asked.ok) return asked;
      const { text, is_binary, is_cut } = asked.value.value;
      const rows = readDiffRows(text);
      const diff = { path, kind: kindOf(rows, is_binary, is_cut), rows, total: rows.length, is_cut };
      keep(key, diff);
      return ok(windowOf(diff, from, limit));
    },
  };
}

function windowOf(diff: Omit<DiffWindow, 'from'>, from: number, limit: number): DiffWindow {
  return { ...diff, from, rows: diff.rows.slice(from, from + limit) };
}

function kindOf(rows: readonly DiffRow[], isBinary: boolean, isCut: boolean): DiffWindow['kind'] {
  if (isBinary) return 'binary';
  if (rows.length > 0) return 'text';
  return isCut ? 'big' : 'none';
}

const latest = ({ commits }: Session) => commits.toReversed().slice(0, MOST_COMMITS);

/** The commit its checkout was at when it began, as its context pack or git's own log says. */
async function commitBefore(git: Git, { session, store }: Found): Promise<Base> {
  const exact = (head: string, at: string | null): Base => ({
    since: head,
    told: { at, head, is_exact: false },
  });
  const mark = startMarkOf(session.metadata);
  if (mark?.head != null) return exact(mark.head, mark.at);
  const context = await store.readContext(session.id);
  const pack = context.ok ? readContextPack(context.value) : null;
  if (pack?.git?.head != null) return exact(pack.git.head, pack.made_at);
  if (session.started_at === undefined) return NOT_KNOWN;
  const log = await git.headLog(checkoutOf(session));
  if (!log.ok) return NOT_KNOWN;
  const since = movesSince(log.value, { at: session.started_at, head: null });
  const before = log.value[since.length];
  return before === undefined ? NOT_KNOWN : exact(before.to, session.started_at);
}
