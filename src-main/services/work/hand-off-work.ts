import type { GitError } from '@domain/git/errors';
import { err, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import { refusal } from '@domain/session/status-machine';
import type { HandOffWish, WorktreeRefused } from '@domain/work/start-plan';
import type { HandedOff } from '../sessions/hand-off-session';
import { placeFor, type StartWorld } from './start-world';

/**
 * The next session of a chain in a worktree of its own. It begins at the branch of its parent; what is not committed there
 * stays there. A hand-off that is refused takes the worktree back, which nobody has used yet.
 */
export function createHandOffWork(world: StartWorld) {
  return async (wish: HandOffWish): Promise<Result<HandedOff, SessionError | WorktreeRefused>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const service = opened.value;
    const located = await service.locate(wish.project, wish.id);
    if (!located.ok) return located;
    const id = located.value;
    const session = service.book.find(id)?.session;
    if (session === undefined) return err({ code: 'session-not-found', session_id: wish.id });
    // What was said in a closed one is continued, and Claude finds it by its folder.
    if (session.status === 'closed') return err(refusal(session, 'hand-off'));
    const git = await world.git();
    const folder = checkoutOf(session);
    const looked = await git.look(folder);
    if (!looked.ok) return refused(looked.error);
    const { branch } = wish;
    const place = wish.place ?? placeFor(world, looked.value, branch, session.bead_id ?? null);
    const made = await git.makeWorktree({ folder, branch, base: looked.value.branch, reuse: false, place });
    if (!made.ok) return refused(made.error);
    const { seed, title, agent_id } = wish;
    const checkout = { branch, worktree: made.value.place };
    const handed = await service.handOff({ id, seed, title, agent_id, checkout });
    if (handed.ok) return handed;
    // The child may be there all the same, and only the end of its parent have failed: then it is in use.
    if (service.book.list.inOrder({}, ({ worktree }) => worktree === checkout.worktree).length > 0)
      return handed;
    const undone = await git.undoWorktree(made.value);
    if (!undone.ok || !undone.value.undone)
      world.log.warn('a worktree of a refused hand-off stays', { place: made.value.place });
    return handed;
  };
}

const refused = (cause: GitError) => err({ code: 'worktree-refused', cause } as const);
