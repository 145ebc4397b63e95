import type { Figures } from '@domain/history/figures';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import { RowFigures } from './Behind';
import chart from './Chart.module.css';
import styles from './DashboardView.module.css';
import { agentsWords, beadRows, beadsWords, type Usage, usageFigures } from './dashboard.logic';
import { otherBeads, partOf } from './sessions-behind.logic';

export type TableProps = { readonly figures: Figures; readonly onSearch: (part: string | null) => void };

export function BeadTable({
  figures,
  titleOf,
  onBead,
  onSearch,
}: TableProps & { titleOf: (bead: string) => string | null; onBead: (bead: string) => void }) {
  const { shown, others, none } = beadRows(figures);
  const highest = Math.max(1, ...shown.map(({ cost_micro_usd }) => cost_micro_usd));
  const row = (name: string, usage: Usage, part: string | null, series: string | null, face?: ReactNode) => (
    <tr key={name} className={part === null ? styles['sum'] : undefined}>
      <td className={styles['name']}>{face ?? name}</td>
      <RowFigures
        row={name}
        figures={usageFigures(usage)}
        onOpen={() => onSearch(part)}
        bar={
          <td className={styles['barcell']}>
            {series !== null && <Bar of={usage.cost_micro_usd} highest={highest} series={series} />}
          </td>
        }
      />
    </tr>
  );
  return (
    <section className={classNames(styles['tile'], styles['wide'], styles['tall'])} aria-label="Cost by bead">
      <header className={styles['head']}>
        <h2>Cost by bead</h2>
        <span className={styles['aside']}>resumed, forked and sub-agent work counted once</span>
      </header>
      <table className={classNames(styles['table'], styles['roomy'])}>
        <thead>
          <tr>
            <th>Bead</th>
            <th>Sessions</th>
            <th className={styles['barcell']}>
              <span className="visually-hidden">Share</span>
            </th>
            <th>Tokens</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((usage) => {
            const bead = usage.key ?? '';
            const face = (
              <>
                <button type="button" className={styles['bead']} onClick={() => onBead(bead)}>
                  {bead}
                </button>{' '}
                <span className={styles['title']}>{titleOf(bead)}</span>
              </>
            );
            return row(bead, usage, partOf('bead', bead), 'c1', face);
          })}
          {others !== null &&
            row(
              others.count === 1 ? '1 other bead' : `${others.count} other beads`,
              others,
              otherBeads(shown.map(({ key }) => key)),
              null,
            )}
          {none !== null && row('No bead', none, partOf('bead', null), 'c5')}
          {row('All', figures.total, null, null)}
        </tbody>
      </table>
      <p className={styles['summary']}>{beadsWords(figures)}</p>
    </section>
  );
}

export function AgentTable({ figures, onSearch }: TableProps) {
  const highest = Math.max(1, ...figures.agents.map(({ sessions }) => sessions));
  const all = Math.max(1, figures.total.sessions);
  return (
    <section className={classNames(styles['tile'], styles['side'])} aria-label="Agents">
      <header className={styles['head']}>
        <h2>Agents</h2>
        <span className={styles['aside']}>by sessions</span>
      </header>
      <table className={classNames(styles['table'], styles['agents'])}>
        <thead>
          <tr>
            <th>Agent</th>
            <th className={styles['barcell']}>
              <span className="visually-hidden">Share</span>
            </th>
            <th>Sessions</th>
            <th>Of all</th>
            <th>Tokens</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {figures.agents.map((usage) => {
            const name = usage.key ?? 'No agent';
            const { Sessions = '', ...others } = usageFigures(usage);
            const share = `${Math.round((usage.sessions / all) * 100)}%`;
            return (
              <tr key={name}>
                <td className={styles['name']} title={name}>
                  {name}
                </td>
                <td className={styles['barcell']}>
                  <Bar of={usage.sessions} highest={highest} series={usage.key === null ? 'c5' : 'c1'} />
                </td>
                <RowFigures
                  row={name}
                  figures={{ Sessions, 'Of all': share, ...others }}
                  onOpen={() => onSearch(partOf('agent', usage.key))}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles['summary']}>{agentsWords(figures)}</p>
    </section>
  );
}

/** What has no bead may be more than any bead: the bars are those of the beads. */
function Bar({ of, highest, series }: { of: number; highest: number; series: string }) {
  return (
    <i
      className={classNames(styles['bar'], chart[series])}
      style={{ width: `${(Math.min(of, highest) / highest) * 100}%` }}
    />
  );
}
