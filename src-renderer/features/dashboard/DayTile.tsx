import type { Figures } from '@domain/history/figures';
import { type ReactNode, useState } from 'react';
import { costWords, countWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import styles from './DashboardView.module.css';
import { dayWords } from './dashboard.logic';

type DayTileProps = {
  readonly title: string;
  readonly legend?: ReactNode;
  readonly figures: Figures;
  readonly className?: string | undefined;
  readonly onDay: (day: string) => void;
  readonly children: ReactNode;
};

/** A chart of days, and the same as a table. */
export function DayTile({ title, legend, figures, className, onDay, children }: DayTileProps) {
  const [isTable, setTable] = useState(false);
  return (
    <section className={className} aria-label={title}>
      <header className={styles['head']}>
        <h2>{title}</h2>
        {legend}
        <Button variant="quiet" size="s" onClick={() => setTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'}
        </Button>
      </header>
      {isTable ? <DayTable figures={figures} onDay={onDay} /> : children}
    </section>
  );
}

function DayTable({ figures, onDay }: { figures: Figures; onDay: (day: string) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label="Days">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>Day</th>
            <th>Sessions</th>
            <th>Tokens</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {figures.days.toReversed().map(({ key, sessions, total_tokens, cost_micro_usd }) => (
            <tr key={key ?? ''}>
              <td>
                {key === null ? (
                  'No date'
                ) : (
                  <button type="button" className={styles['link']} onClick={() => onDay(key)}>
                    {dayWords(key)}
                  </button>
                )}
              </td>
              <td>{sessions}</td>
              <td>{countWords(total_tokens)}</td>
              <td>{costWords(cost_micro_usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
