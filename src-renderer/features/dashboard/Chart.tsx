import { classNames } from '../../ui/class-names';
import styles from './Chart.module.css';
import { type Bar, dayWords, namedDays, ticksOf } from './dashboard.logic';

export type ChartProps = {
  readonly bars: readonly Bar[];
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  readonly least: number;
  readonly words: (value: number) => string;
  readonly tickWords?: (value: number) => string;
  readonly onDay: (day: string) => void;
};

/** One bar a day. By keyboard the days are reached in the table beside it. */
export function Chart({ bars, label, least, words, tickWords = words, onDay }: ChartProps) {
  const ticks = ticksOf(Math.max(0, ...bars.map(({ total }) => total)), least);
  const top = ticks.at(-1) ?? 1;
  const named = namedDays(bars.map(({ day }) => day));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of bars, not of fields
    <div className={styles['chart']} role="group" aria-label={label}>
      <div className={styles['scale']} aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{tickWords(tick)}</span>
        ))}
      </div>
      <div className={styles['field']}>
        {ticks.map((tick) => (
          <i key={tick} className={styles['line']} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        <div className={styles['bars']}>
          {bars.map(({ day, parts, total }) => (
            <button
              key={day}
              type="button"
              tabIndex={-1}
              className={styles['day']}
              title={`${dayWords(day)}: ${words(total)}`}
              onClick={() => onDay(day)}
            >
              {parts.toReversed().map(({ series, value }) => (
                <i
                  key={series}
                  className={classNames(styles['part'], styles[`c${series + 1}`])}
                  style={{ height: `${(value / top) * 100}%` }}
                />
              ))}
            </button>
          ))}
        </div>
      </div>
      <div className={styles['days']} aria-hidden="true">
        {bars.map(({ day }) => (
          <span key={day}>{named.has(day) && <b>{dayWords(day)}</b>}</span>
        ))}
      </div>
    </div>
  );
}
