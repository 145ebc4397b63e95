import { openPanel } from '../../app/state/layout';
import { clockWords, exactMoment, shortAgo } from '../../app/time-words';
import { useMinute } from '../../app/use-minute';
import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import { useBeadSession } from '../sessions';
import styles from './Card.module.css';

/** The open session of this bead, if there is one: its mark, what it does, since when. */
export function CardStrip({ beadId }: { beadId: string }) {
  const session = useBeadSession(beadId);
  return session === null ? null : <Strip session={session} />;
}

function Strip({ session }: { session: NonNullable<ReturnType<typeof useBeadSession>> }) {
  const nowMs = useMinute();
  const { mark, words, since, until, isBusy } = session;
  return (
    // Not a stop of its own: the sidebar leads there by keyboard, and the card is one thing to walk past.
    <button
      type="button"
      tabIndex={-1}
      className={classNames(styles['strip'], styles[mark])}
      onClick={(event) => {
        event.stopPropagation();
        openPanel({ id: 'session', argument: session.id });
      }}
    >
      <Mark state={mark} label={null} isBreathing={isBusy} />
      <span className="cut">{words}</span>
      <span title={exactMoment(until ?? since)}>
        {until === null ? shortAgo(since, nowMs) : `resets ${clockWords(until, nowMs)}`}
      </span>
    </button>
  );
}
