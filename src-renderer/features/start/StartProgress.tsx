import type { StartUnderWay } from '@domain/work/start-plan';
import { classNames } from '../../ui/class-names';
import styles from './StartDialog.module.css';
import { stepWords } from './start-words.logic';

/** A string of beads, one for each step; those that are done are full. */
export function StartProgress({ underWay }: { underWay: StartUnderWay | null }) {
  if (underWay === null) return <span role="status">Starting…</span>;
  const { steps, at, is_undoing } = underWay;
  const place = steps.indexOf(at);
  return (
    <span className={styles['progress']}>
      <span className={classNames(styles['string'], is_undoing && styles['undoing'])} aria-hidden="true">
        {steps.map((step, index) => (
          <i
            key={step}
            className={classNames(index < place && styles['done'], index === place && styles['now'])}
          />
        ))}
      </span>
      <span role="status">{stepWords(underWay)}</span>
    </span>
  );
}
