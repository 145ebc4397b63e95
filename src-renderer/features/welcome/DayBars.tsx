import { classNames } from '../../ui/class-names';
import styles from './HistoryOffer.module.css';
import { type HistoryDay, isGoing } from './history-offer.logic';

const dayWords = (day: string) =>
  new Date(`${day}T12:00:00`).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

/** Sessions of the last thirty days; those that Claude deletes within a week stand out. */
export function DayBars({ days, goingDays }: { days: readonly HistoryDay[]; goingDays: number | null }) {
  const highest = Math.max(1, ...days.map(({ sessions }) => sessions));
  const total = days.reduce((sum, { sessions }) => sum + sessions, 0);
  const [first] = days;
  return (
    <figure
      className={styles['chart']}
      aria-label={`Sessions a day over the last 30 days, ${total} in all, at most ${highest} a day`}
    >
      <div className={styles['bars']} aria-hidden="true">
        {days.map((day) => (
          <i
            key={day.day}
            title={`${dayWords(day.day)}: ${day.sessions}`}
            className={classNames(goingDays !== null && isGoing(day, goingDays) && styles['going'])}
            style={{ height: `${(day.sessions / highest) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className={styles['axis']}>
        <span>{first === undefined ? '' : dayWords(first.day)}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
