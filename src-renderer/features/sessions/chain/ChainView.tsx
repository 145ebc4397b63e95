import { momentWords } from '../../../app/time-words';
import { classNames } from '../../../ui/class-names';
import { Mark } from '../../../ui/Mark';
import { openSession } from '../SessionRow';
import { isBusy, markOf, type SeenSession, statusWords, titleOf } from '../session-words.logic';
import { useNow } from '../use-sessions';
import styles from './Chain.module.css';
import { madeWords, sumsOf } from './chain.logic';

export type ChainViewProps = {
  /** Oldest first. */
  readonly sessions: readonly SeenSession[];
  /** The one that is looked at. */
  readonly currentId?: string;
};

/** The sessions of a piece of work on their thread, each with its time, tokens and cost, and the sum of all. */
export function ChainView({ sessions, currentId }: ChainViewProps) {
  const now = useNow(sessions.some(({ status }) => status === 'active'));
  const sums = sumsOf(sessions, now);
  const { time, tokens, cost } = sums;
  const made = madeWords(sums);
  return (
    <div>
      <ol className={styles['chain']}>
        {sessions.map((session) => (
          <Link key={session.id} session={session} isCurrent={session.id === currentId} now={now} />
        ))}
      </ol>
      {(sessions.length > 1 || made.length > 0) && (
        <p className={styles['sum']}>
          <span>
            {[sessions.length === 1 ? '1 session' : `${sessions.length} sessions`, time, tokens, ...made]
              .filter((word) => word !== null)
              .join(' · ')}
          </span>
          <strong>{cost ?? 'cost unknown'}</strong>
        </p>
      )}
    </div>
  );
}

function Link({ session, isCurrent, now }: { session: SeenSession; isCurrent: boolean; now: number }) {
  const { time, tokens, cost } = sumsOf([session], now);
  const begun = session.started_at ?? session.created_at;
  const figures = [session.started_at === undefined ? null : time, tokens].filter((word) => word !== null);
  return (
    <li className={styles['link']}>
      <button
        type="button"
        className={classNames(styles['one'], isCurrent && styles['current'])}
        aria-current={isCurrent || undefined}
        onClick={() => openSession(session)}
      >
        <span className={styles['node']}>
          <Mark state={markOf(session)} label={null} isBreathing={isBusy(session)} />
        </span>
        <span className={styles['title']}>
          <span className="cut">{titleOf(session)}</span>
          {cost !== null && <span className={styles['cost']}>{cost}</span>}
        </span>
        <span className={styles['meta']}>
          <span className="cut">
            {[momentWords(begun, now), session.agent_id, statusWords(session)].filter(Boolean).join(' · ')}
          </span>
          {figures.length > 0 && <span className={styles['figures']}>{figures.join(' · ')}</span>}
        </span>
      </button>
    </li>
  );
}
