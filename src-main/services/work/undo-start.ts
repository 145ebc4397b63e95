import type { BeadId, FolderPath, SessionId } from '@domain/ids';
import type { SessionError } from '@domain/session/errors';
import type { Session } from '@domain/session/record';
import type { StartLeft } from '@domain/work/start-plan';
import { START_RECORD, type StartRecord } from '@domain/work/start-record';
import type { Undone } from '../../ports/git';
import type { SessionsService } from '../sessions/sessions-service';
import { busyIn, type StartWorld } from './start-world';

/** Null: it is as it was before. */
type Left = Promise<StartLeft | null>;
type Claim = NonNullable<StartRecord['claim']>;
type Made = NonNullable<StartRecord['made']>;

/** The ways back of a start, each of them safe to take twice. They put back what the start did and nothing else. */
export async function undoClaim(
  world: Pick<StartWorld, 'beads'>,
  session: Pick<Session, 'id' | 'cwd'>,
  { bead_id, ...before }: Claim,
): Left {
  const tracker = (await world.beads()).of(session.cwd as FolderPath);
  const claim = { id: bead_id as BeadId, marker: session.id, before };
  const released = await tracker.releaseClaim(claim, {});
  // Null: it was not claimed, or somebody has it now; either way it is not ours to change.
  return released.ok ? null : { what: 'bead', name: bead_id, why: released.error.code };
}

/** A checkout that a session works in by now keeps its branch: what is under somebody's hands is not exchanged. */
export async function undoMade(
  world: Pick<StartWorld, 'git'>,
  service: Pick<SessionsService, 'book' | 'live'>,
  made: Made,
): Left {
  if (made.type === 'branch' && busyIn(service, made.root).length > 0)
    return { what: 'checkout', name: made.branch, why: 'checkout-in-use' };
  const git = await world.git();
  const undone = made.type === 'branch' ? await git.undoBranch(made) : await git.undoWorktree(made);
  if (!undone.ok) return { what: made.type, name: nameOf(made), why: undone.error.code };
  return leftOf(undone.value, made);
}

function leftOf(undone: Undone, made: Made): StartLeft | null {
  if (undone.undone || undone.why === 'gone') return null;
  const name = undone.kept === 'worktree' && made.type === 'worktree' ? made.place : made.branch;
  return { what: undone.kept, name, why: undone.why };
}

const nameOf = (made: Made) => (made.type === 'worktree' ? made.place : made.branch);

/** A draft that never began is closed; one that somebody closed meanwhile is just that. */
export async function undoDraft(service: SessionsService, { id }: Pick<Session, 'id'>): Left {
  const closed = await service.close(id, 'abandoned');
  if (closed.ok || isOver(service, id, closed.error)) return null;
  return { what: 'draft', name: id, why: closed.error.code };
}

function isOver(service: SessionsService, id: Session['id'], error: SessionError): boolean {
  const now = service.book.find(id)?.session;
  return error.code === 'session-not-found' || now === undefined || now.status === 'closed';
}

/** All of it is undone: nothing is left to be given back. */
export async function forgetStart(service: SessionsService, id: SessionId): Promise<void> {
  if (service.book.find(id) === null) return;
  await service.edit(id, { type: 'note-metadata', entries: { [START_RECORD]: null } }, 'capture');
}
