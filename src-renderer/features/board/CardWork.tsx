import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { useBeadWork } from '../sessions';
import styles from './Card.module.css';

/** What went into a bead so far: a string of its sessions when there are several, and what they cost. */
export function CardWork({ beadId }: { beadId: string }) {
  const { marks, count, cost, words } = useBeadWork(beadId);
  return (
    <>
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
