import { useProject } from '../../app/state/project';
import { noteInSettings, useSettingsState } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import styles from './Tour.module.css';
import { startTour, useTour } from './tour-state';

/** Offered once, in the flow of the sidebar; declined or taken, it does not come back by itself. */
export function TourOffer({ isRail }: { isRail: boolean }) {
  const client = useClient();
  const { settings, problem } = useSettingsState();
  const hasProject = useProject() !== null;
  const isOnTour = useTour((state) => state.step !== null);
  // A file that cannot be read may well say that it was declined.
  if (isRail || !hasProject || isOnTour || settings.tour.is_done || problem !== null) return null;
  return (
    <section className={styles['offer']} aria-label="Tour">
      <p>New here? Five steps show you around.</p>
      <div className={styles['acts']}>
        <Button size="s" onClick={startTour}>
          Show me
        </Button>
        <Button
          size="s"
          variant="quiet"
          onClick={() => void noteInSettings(client, { tour: { is_done: true } })}
        >
          No, thanks
        </Button>
      </div>
    </section>
  );
}
