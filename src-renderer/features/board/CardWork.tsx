import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { useBeadSession, useBeadWork } from '../sessions';
import styles from './Card.module.css';

type CardWorkProps = { readonly beadId: string; readonly age: string; readonly shortAge: string };

/** What went into a bead so far: when it changed, a string of its sessions when there are several, and what they cost. */
export function CardWork({ beadId, age, shortAge }: CardWorkProps) {
  // The strip of an open session tells a time of its own.
  const isOpen = useBeadSession(beadId) !== null;
  const { marks, count, cost, words } = useBeadWork(beadId);
  return (
    <>
      {!isOpen && (
        <span className={styles['fact']} title={`Changed ${age}`}>
          {shortAge}
        </span>
      )}
      {count > 1 && (
        <span
          role="img"
          className={classNames(styles['fact'], styles['chain'])}
          aria-label={`${count} sessions`}
          title={words}
        >
          {marks.map(({ id, mark }) => (
            <Mark key={id} state={mark} label={null} />
          ))}
        </span>
      )}
      {cost !== null && (
        <span className={classNames(styles['fact'], styles['cost'])} title={words}>
          {cost}
        </span>
      )}
    </>
  );
}
