import { err, ok, type Result } from '@domain/result';
import { checkoutOf } from '@domain/session/checkout';
import type { SessionError } from '@domain/session/errors';
import { handOffNote } from '@domain/session/hand-off-note';
import type { HandOffPlan } from '@domain/work/resume-plan';
import { beadOf, digestWork, readMessages, type WorkWorld } from './work-world';

/** The note for the next session, from the record and from what was said; no tracker and no git is needed for it. */
export function createHandOffPlan(world: WorkWorld) {
  return async (folder: string | undefined, ref: string): Promise<Result<HandOffPlan, SessionError>> => {
    const opened = await world.sessions();
    if (!opened.ok) return opened;
    const service = opened.value;
    const located = await service.locate(folder, ref);
    if (!located.ok) return located;
    const session = service.book.find(located.value)?.session;
    if (session === undefined) return err({ code: 'session-not-found', session_id: ref });
    const git = await world.git();
    const [bead, messages, repository] = await Promise.all([
      beadOf(world, session),
      readMessages(service, session),
      git.look(checkoutOf(session)),
    ]);
    const { digest, files } = digestWork(session, messages);
    const note = handOffNote(session, {
      beadTitle: bead?.ok ? bead.value.title : null,
      digest,
      files,
      commits: session.commits,
    });
    return ok({
      session_id: session.id,
      note,
      can_use_worktree: repository.ok && repository.value.head !== null,
    });
  };
}
