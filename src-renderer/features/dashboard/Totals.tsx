import type { Figures } from '@domain/history/figures';
import type { ResultOrder } from '@domain/history/record';
import { dateWords, durationWords } from '../../app/time-words';
import { costWords, countWords } from '../../app/usage-words';
import { Behind } from './Behind';
import styles from './DashboardView.module.css';
import { cacheShare, sessionsPerBead } from './dashboard.logic';

type TotalsProps = {
  readonly figures: Figures;
  readonly days: number;
  readonly onSearch: (part: string | null) => void;
  /** The same sessions, with those on top that the figure comes from. */
  readonly onOrder: (order: ResultOrder) => void;
  readonly onSession: (id: string) => void;
};

export function Totals({ figures, days, onSearch, onOrder, onSession }: TotalsProps) {
  const { total, active } = figures;
  const perBead = sessionsPerBead(figures);
  const beads = figures.beads.filter(({ key }) => key !== null).length;
  const share = cacheShare(figures);
  const average = active.sessions === 0 ? 0 : active.total_ms / active.sessions;
  return (
    <section className={styles['totals']} aria-label="Totals">
      <Figure name="Sessions" value={String(total.sessions)} onClick={() => onSearch(null)}>
        {perDay(total.sessions / Math.max(1, days))} a day
      </Figure>
      <Figure
        name="Active time, average"
        value={durationWords(average)}
        onClick={() => onOrder('time')}
        title="Without pauses. Of sessions begun elsewhere, and of those that began before the period: without silences over five minutes."
      >
        longest{' '}
        {active.longest_id === null ? (
          durationWords(active.longest_ms)
        ) : (
          <Behind name="Longest active time" onOpen={() => onSession(active.longest_id ?? '')}>
            {durationWords(active.longest_ms)}
          </Behind>
        )}
      </Figure>
      <Figure
        name="Sessions per bead"
        value={perBead === null ? '–' : perBead.toFixed(1)}
        onClick={() => onSearch('has:bead')}
      >
        {beads === 1 ? '1 bead worked on' : `${beads} beads worked on`}
      </Figure>
      <Figure name="Tokens" value={countWords(total.total_tokens)} onClick={() => onOrder('tokens')}>
        {share === null ? 'none used' : `${Math.round(share * 100)}% read from cache`}
      </Figure>
      <Figure name="Cost" value={costWords(total.cost_micro_usd)} onClick={() => onOrder('cost')}>
        {total.unpriced_tokens > 0 ? (
          <Behind name="Cost" onOpen={() => onSearch('has:unpriced')}>
            {`without ${countWords(total.unpriced_tokens)} tokens of unknown price`}
          </Behind>
        ) : (
          `prices of ${dateWords(figures.prices_as_of)}`
        )}
      </Figure>
    </section>
  );
}

const perDay = (n: number): string => (n > 0 && n < 0.1 ? 'under 0.1' : n.toFixed(1));

type FigureProps = {
  readonly name: string;
  readonly value: string;
  readonly title?: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
};

function Figure({ name, value, title, onClick, children }: FigureProps) {
  return (
    <div className={styles['figure']} title={title}>
      <span>{name}</span>
      <button
        type="button"
        className={styles['number']}
        onClick={onClick}
        aria-label={`${name}: ${value}, open the sessions`}
      >
        {value}
      </button>
      <small>{children}</small>
    </div>
  );
}
