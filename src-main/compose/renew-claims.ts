import { FolderPath } from '@domain/ids';
import type { Log } from '../ports/log';
import type { Timers } from '../ports/timers';
import { keepLeases, type WorkedBead } from '../services/beads/keep-leases';
import type { ComposedBeads } from './compose-beads';
import type { ComposedSessions } from './compose-sessions';

export type RenewClaims = {
  readonly sessions: Pick<ComposedSessions, 'open'>;
  readonly beads: () => Promise<Pick<ComposedBeads, 'service'>>;
  readonly timers: Timers;
  readonly log: Log;
};

/** The claims of beads whose sessions run here; the beads are loaded only when there is one. */
export function renewClaims({ sessions, beads, timers, log }: RenewClaims): () => void {
  return keepLeases({
    timers,
    log,
    async working() {
      const opened = await sessions.open();
      if (!opened.ok) return [];
      const { live, book } = opened.value;
      return live.ids().flatMap((id): WorkedBead[] => {
        const session = book.find(id)?.session;
        const project = FolderPath.safeParse(session?.cwd);
        return session?.bead_id === undefined || !project.success
          ? []
          : [{ project: project.data, id: session.bead_id }];
      });
    },
    async renew({ project, id }) {
      const { service } = await beads();
      const renewed = await service.of(project).renewClaim(id);
      if (!renewed.ok) log.warn('a claim was not renewed', { bead_id: id, error: renewed.error });
    },
  });
}
