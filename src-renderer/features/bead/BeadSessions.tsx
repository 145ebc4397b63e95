import { navigate } from '../../app/state/route';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { exportArgument } from '../history';
import { ChainView, chainOf, useSessions } from '../sessions';
import styles from './BeadPanel.module.css';

export function BeadSessions({ beadId }: { beadId: string }) {
  const sessions = (useSessions().value?.sessions ?? []).filter(
    (session) => session.bead_id === beadId && session.trashed_at === undefined,
  );
  const started = chainOf([], sessions).filter(({ started_at }) => started_at !== undefined);
  return (
    <section className={styles['part']} aria-label="Sessions of this bead">
      <h3>Sessions</h3>
      {sessions.length === 0 ? (
        <p className={styles['quiet']}>No session has worked on it yet.</p>
      ) : (
        <ChainView sessions={chainOf([], sessions)} />
      )}
      <div className={classNames(styles['acts'], styles['flush'])}>
        <Button size="s" variant="quiet" onClick={() => openOverlay('new-session', beadId)}>
          New session…
        </Button>
        {started.length > 0 && (
          <>
            <Button
              size="s"
              variant="quiet"
              onClick={() => navigate('history', encodeURIComponent(`bead:${beadId}`))}
            >
              In the history
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() =>
                openOverlay(
                  'history-export',
                  exportArgument({ ids: started.map(({ id }) => id), chain: 1, bead: null }),
                )
              }
            >
              Export…
            </Button>
          </>
        )}
        {started.length > 1 && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => navigate('compare', `${started.at(-2)?.id}/${started.at(-1)?.id}`)}
          >
            Compare
          </Button>
        )}
      </div>
    </section>
  );
}
