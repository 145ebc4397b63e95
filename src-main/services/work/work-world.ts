import type { BeadError } from '@domain/bead/errors';
import type { Bead } from '@domain/bead/record';
import type { LossReason } from '@domain/git/errors';
import type { Repository } from '@domain/git/repository';
import { FolderPath } from '@domain/ids';
import type { Result } from '@domain/result';
import { checkoutOf, within } from '@domain/session/checkout';
import { type Digest, digestOf } from '@domain/session/digest';
import type { SessionError } from '@domain/session/errors';
import type { Message } from '@domain/session/message';
import type { Session } from '@domain/session/record';
import type { PauseMark } from '@domain/session/since-pause';
import { sessionReasons, sessionsIn } from '@domain/work/worktree-owner';
import type { Clock } from '../../ports/clock';
import type { Git } from '../../ports/git';
import type { Log } from '../../ports/log';
import type { BeadsService, ProjectTracker } from '../beads/beads-service';
import type { SessionBook } from '../sessions/session-book';
import type { SessionsService } from '../sessions/sessions-service';

/** What pausing, resuming and ending work need of the rest of the program. */
export type WorkWorld = {
  readonly sessions: () => Promise<Result<SessionsService, SessionError>>;
  readonly beads: () => Promise<Pick<BeadsService, 'of'>>;
  readonly git: () => Promise<Git>;
  /** SHA-256 of a file in hex; null: it is not there. */
  readonly hashFile: (path: string) => Promise<string | null>;
  /** Folders in which a Claude runs right now, whoever started it. */
  readonly busyFolders: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly log: Log;
};

export async function trackerOf(
  { beads }: Pick<WorkWorld, 'beads'>,
  session: Session,
): Promise<ProjectTracker | null> {
  const project = FolderPath.safeParse(session.cwd);
  return session.bead_id === undefined || !project.success ? null : (await beads()).of(project.data);
}

/** Null: it has no bead. */
export async function beadOf(
  world: Pick<WorkWorld, 'beads'>,
  session: Session,
): Promise<Result<Bead, BeadError> | null> {
  const tracker = await trackerOf(world, session);
  if (tracker === null || session.bead_id === undefined) return null;
  const shown = await tracker.show(session.bead_id);
  if (!shown.ok) return shown;
  // What the tracker said before it fell silent is no answer to "now".
  return shown.value.is_stale
    ? { ok: false, error: { code: 'tracker-timed-out', command: 'show', after_ms: 0 } }
    : { ok: true, value: shown.value.bead };
}

/** The world around a session as it is now, as far as it can be seen. */
export async function markNow(world: WorkWorld, session: Session): Promise<PauseMark> {
  const [bead, snapshot, repository] = await Promise.all([
    beadOf(world, session),
    world.git().then((git) => git.snapshot(checkoutOf(session))),
    world.git().then((git) => git.look(checkoutOf(session))),
  ]);
  const base = repository.ok ? baseOf(repository.value) : null;
  return {
    at: world.clock.now(),
    bead:
      bead?.ok === true
        ? {
            status: bead.value.status,
            assignee: bead.value.assignee ?? null,
            updated_at: bead.value.updated_at,
            priority: bead.value.priority,
            title: bead.value.title,
          }
        : null,
    git: snapshot.ok
      ? { head: snapshot.value.head, branch: snapshot.value.branch, tree: snapshot.value.tree, base }
      : null,
  };
}

/** The branch that work begins from, when this checkout is on another one. */
export function baseOf({ base, branch, branches }: Repository): { name: string; head: string } | null {
  const known = base === branch ? undefined : branches.find(({ name }) => name === base);
  return known === undefined ? null : { name: known.name, head: known.head };
}

/** Who else would find its worktree gone. */
export function otherSessionsIn(book: SessionBook, { id, worktree }: Session): readonly LossReason[] {
  if (worktree === undefined) return [];
  return sessionReasons(
    sessionsIn(
      worktree,
      book.list.inOrder({ trash: 'without' }, (other) => other.id !== id),
    ),
  );
}

/** The last of them say what matters; a session of months is not read into memory whole. */
const MOST_MESSAGES = 5_000;

export async function readMessages(service: SessionsService, session: Session): Promise<readonly Message[]> {
  let messages: Message[] = [];
  for await (const message of service.messages.stored(session.id)) {
    messages.push(message);
    if (messages.length > 2 * MOST_MESSAGES) messages = messages.slice(-MOST_MESSAGES);
  }
  return messages;
}

export type WorkDigest = { readonly digest: Digest; readonly files: readonly string[] };

/** Files it wrote, from the checkout on; those it was told about come first. */
export function digestWork(session: Session, messages: readonly Message[]): WorkDigest {
  const digest = digestOf(messages);
  const root = checkoutOf(session);
  const files = [...session.files_touched, ...digest.edited].map((path) => within(root, path));
  return { digest, files: [...new Set(files)] };
}
