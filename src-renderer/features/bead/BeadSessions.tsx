import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { ChainView, chainOf, useSessions } from '../sessions';
import styles from './BeadPanel.module.css';

export function BeadSessions({ beadId }: { beadId: string }) {
  const sessions = (useSessions().value?.sessions ?? []).filter(
    (session) => session.bead_id === beadId && session.trashed_at === undefined,
  );
  return (
    <section className={styles['part']} aria-label="Sessions of this bead">
      <h3>Sessions</h3>
      {sessions.length === 0 ? (
        <p className={styles['quiet']}>No session has worked on it yet.</p>
      ) : (
        <ChainView sessions={chainOf([], sessions)} />
      )}
      <Button size="s" variant="quiet" onClick={() => openOverlay('new-session', beadId)}>
        New session…
      </Button>
    </section>
  );
}
