import { classNames } from '../../ui/class-names';
import styles from './Priority.module.css';

const BARS = [0, 1, 2, 3];

/** Four bars and a word: four lit for P0, none for P4. */
export function Priority({ value }: { value: number }) {
  const lit = Math.max(0, 4 - value);
  return (
    <span className={classNames(styles['priority'], styles[`p${value}`])}>
      <svg viewBox="0 0 11 10" aria-hidden="true">
        {BARS.map((bar) => (
          <rect
            key={bar}
            x={bar * 3}
            y={7 - bar * 2.3}
            width="2"
            height={3 + bar * 2.3}
            rx="0.6"
            fill="currentColor"
            className={bar < lit ? undefined : styles['off']}
          />
        ))}
      </svg>
      {`P${value}`}
    </span>
  );
}
