import { stampFacts } from '@domain/session/events';
import type { Committer } from './committer';
import type { StoreContext } from './store-context';

/**
 * A folder that turned out to be a copy got a project id of its own; the sessions in it still carry the original's.
 * They are taken over, so that they are listed with the project they are in.
 */
export async function ownStrays(context: StoreContext, committer: Committer): Promise<void> {
  const { memory, projectId, clock } = context;
  if (context.newer !== null || !context.journal.isWritable) return;
  const strays = [...memory.sessions.values()].filter((session) => session.project_id !== projectId);
  if (strays.length === 0) return;
  const at = clock.now();
  await committer.commit(
    strays.map((session) => ({
      session_id: session.id,
      expected_revision: session.revision,
      events: stampFacts({ session_id: session.id, revision: session.revision, at }, [
        { type: 'adopted', project_id: projectId, from_project_id: session.project_id },
      ]),
    })),
  );
}
