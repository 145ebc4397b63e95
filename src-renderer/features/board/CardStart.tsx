import { Play } from 'lucide-react';
import { openOverlay } from '../../app/state/window';
import { Icon } from '../../ui/Icon';
import { useBeadSession } from '../sessions';
import styles from './Card.module.css';

/** Start work, unless somebody is at it: then the strip below leads to that session. */
export function CardStart({ beadId }: { beadId: string }) {
  if (useBeadSession(beadId) !== null) return null;
  return (
    // Not a stop of its own: the card's S key and the bead's panel do the same.
    <button
      type="button"
      tabIndex={-1}
      className={styles['start']}
      aria-label={`Start work on ${beadId}`}
      onClick={(event) => {
        event.stopPropagation();
        openOverlay('start-work', beadId);
      }}
    >
      <Icon of={Play} size="xs" />
      <span>Start work</span>
    </button>
  );
}
