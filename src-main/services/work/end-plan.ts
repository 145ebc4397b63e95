import { hasMovedOn, reviewStatus } from '@domain/bead/review-status';
import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import { readContextPack } from '@domain/session/context-pack';
import type { SessionError } from '@domain/session/errors';
import { executionLog, logHeading } from '@domain/session/execution-log';
import type { Session } from '@domain/session/record';
import { withoutTracker } from '@domain/session/since-pause';
import { refusal } from '@domain/session/status-machine';
import type { EndPlan } from '@domain/work/end-plan';
import type { Found, SessionBook } from '../sessions/session-book';
import type { SessionsService } from '../sessions/sessions-service';
import { beadOf, digestWork, otherSessionsIn, readMessages, trackerOf, type WorkWorld } from './work-world';

/** What an end would do, for a person to look at. Changes nothing. */
export function createEndPlan(world: WorkWorld) {
  return async (folder: string | undefined, ref: string): Promise<Result<EndPlan, SessionError>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const service = opened.value;
    const located = await service.locate(folder, ref);
    if (!located.ok) return located;
    const found = service.book.find(located.value);
    if (found === null) return err({ code: 'session-not-found', session_id: ref });
    const { session } = found;
    if (session.status === 'closed' || session.owner === 'external') return err(refusal(session, 'close'));
    const git = await world.git();
    const place = checkoutOf(session);
    const isStarted = session.started_at !== undefined;
    const [bead, messages, changes, worktree, commits] = await Promise.all([
      beadOf(world, session),
      readMessages(service, session),
      isStarted ? git.changes(place, null) : null,
      worktreeOf(world, service, session),
      commitsOf(world, found),
    ]);
    const { digest, files } = digestWork(session, messages);
    // The record counts up to its last event; what runs now counts too.
    const running = service.live.has(session.id) ? service.live.activeMs(session.id) : 0;
    const worked = { ...session, total_duration_ms: (session.total_duration_ms ?? 0) + running };
    const earlier = earlierInChain(service.book, session);
    const isLogged = bead?.ok === true && (bead.value.notes ?? '').includes(logHeading(session));
    const log =
      !isStarted || isLogged
        ? ''
        : executionLog(worked, { digest, files, commits, earlier, at: world.clock.now() });
    const name = session.title ?? (bead?.ok ? bead.value.title : 'Work in progress');
    return ok({
      session_id: session.id,
      bead: bead?.ok
        ? {
            id: bead.value.id,
            title: bead.value.title,
            status: bead.value.status,
            // Of a draft there is nothing to review.
            move: !isStarted || hasMovedOn(bead.value.status) ? null : await moveOf(world, session),
          }
        : null,
      work: {
        files: files.length,
        commits: commits.length,
        tests_passed: digest.tests.filter(({ success }) => success).length,
        tests_failed: digest.tests.filter(({ success }) => !success).length,
      },
      bead_problem: bead === null || bead.ok ? null : bead.error,
      log,
      changes: changes?.ok ? { ...changes.value, files: withoutTracker(changes.value.files) } : null,
      commit_message: session.bead_id === undefined ? name : `${name} (${session.bead_id})`,
      worktree,
    });
  };
}

/** Those it continues, oldest first: whoever ends the work tells of all of it. */
function earlierInChain(book: SessionBook, session: Session): Session[] {
  const chain: Session[] = [];
  for (let id = session.parent_id; id !== undefined; ) {
    const parent = book.find(id)?.session;
    if (parent === undefined || chain.includes(parent)) break;
    chain.unshift(parent);
    id = parent.parent_id;
  }
  return chain;
}

async function moveOf(world: WorkWorld, session: Session) {
  const known = await (await trackerOf(world, session))?.statuses();
  return known?.ok ? reviewStatus(known.value) : null;
}

/** Null: it works in the project's own checkout. */
async function worktreeOf(
  world: WorkWorld,
  service: SessionsService,
  session: Session,
): Promise<EndPlan['worktree']> {
  if (session.worktree === undefined) return null;
  const listed = await (await world.git()).worktrees(session.cwd);
  const own = listed.ok ? listed.value.find(({ path }) => path === session.worktree) : undefined;
  return own === undefined || own.is_main
    ? null
    : {
        place: own.path,
        branch: own.branch,
        reasons: [...otherSessionsIn(service.book, session), ...own.reasons],
      };
}

const MOST_COMMITS = 200;

/** Those that are noted as the session's; where none are, those of its checkout since it began. */
async function commitsOf(world: WorkWorld, { session, store }: Found) {
  const noted = session.commits.map((sha) => ({ sha, subject: null as string | null }));
  const kept = await store.readContext(session.id);
  const from = kept.ok ? (readContextPack(kept.value)?.git?.head ?? null) : null;
  if (from === null) return noted;
  const folder = checkoutOf(session);
  const git = await world.git();
  const now = await git.look(folder);
  if (!now.ok || now.value.head === null) return noted;
  const made = await git.commitsBetween(folder, { from, to: now.value.head, limit: MOST_COMMITS });
  if (!made.ok) return noted;
  const own = made.value.filter(
    ({ sha }) => noted.length === 0 || noted.some((one) => sha.startsWith(one.sha)),
  );
  return own.toReversed().map(({ sha, subject }) => ({ sha, subject: subject as string | null }));
}
