import type { Figures } from '@domain/history/figures';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import styles from './DashboardView.module.css';
import { dayWords } from './dashboard.logic';
import { UsageTable } from './UsageTable';

type DayTileProps = {
  readonly title: string;
  readonly legend?: ReactNode;
  /** What it says in a sentence, as a chart and as a table. */
  readonly summary: string;
  readonly figures: Figures;
  readonly className?: string | undefined;
  readonly onDay: (day: string | null) => void;
  readonly children: ReactNode;
};

/** A chart of days, and the same as a table. */
export function DayTile({ title, legend, summary, figures, className, onDay, children }: DayTileProps) {
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
      {isTable ? (
        <UsageTable
          label="Days"
          first="Day"
          rows={figures.days.toReversed()}
          nameOf={(day) => (day === null ? 'No date' : dayWords(day))}
          onOpen={onDay}
        />
      ) : (
        children
      )}
      <p className={styles['summary']}>{summary}</p>
    </section>
  );
}
