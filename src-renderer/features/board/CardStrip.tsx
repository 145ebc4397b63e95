import { agoWords } from '../../app/time-words';
import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { useBeadSession } from '../sessions';
import styles from './Card.module.css';

/** The open session of this bead, if there is one: its mark, what it does, since when. */
export function CardStrip({ beadId, nowMs }: { beadId: string; nowMs: number }) {
  const session = useBeadSession(beadId);
  if (session === null) return null;
  const { mark, words, since } = session;
  return (
    <div className={classNames(styles['strip'], styles[mark])}>
      <Mark state={mark} label={null} isBreathing={mark === 'active'} />
      <span className="cut">{words}</span>
      <span>{agoWords(since, nowMs)}</span>
    </div>
  );
}
