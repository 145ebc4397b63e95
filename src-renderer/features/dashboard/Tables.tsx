import type { Figures } from '@domain/history/figures';
import { costWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import { Behind } from './Behind';
import chart from './Chart.module.css';
import styles from './DashboardView.module.css';
import { beadRows } from './dashboard.logic';
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
  const bar = (cost: number, series: string) => (
    <i className={classNames(styles['bar'], chart[series])} style={{ width: `${(cost / highest) * 100}%` }} />
  );
  const openOthers = () => onSearch(otherBeads(shown.map(({ key }) => key)));
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
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, sessions, cost_micro_usd }) => (
            <tr key={key}>
              <td className={styles['name']}>
                <button type="button" className={styles['bead']} onClick={() => onBead(key ?? '')}>
                  {key}
                </button>{' '}
                <span className={styles['title']}>{titleOf(key ?? '')}</span>
              </td>
              <td>
                <Behind isFirst onOpen={() => onSearch(partOf('bead', key))}>
                  {sessions}
                </Behind>
              </td>
              <td className={styles['barcell']}>{bar(cost_micro_usd, 'c1')}</td>
              <td>
                <Behind onOpen={() => onSearch(partOf('bead', key))}>{costWords(cost_micro_usd)}</Behind>
              </td>
            </tr>
          ))}
          {others !== null && (
            <tr>
              <td>{others.count === 1 ? '1 other bead' : `${others.count} other beads`}</td>
              <td>
                <Behind isFirst onOpen={openOthers}>
                  {others.sessions}
                </Behind>
              </td>
              <td />
              <td>
                <Behind onOpen={openOthers}>{costWords(others.cost)}</Behind>
              </td>
            </tr>
          )}
          {none !== null && (
            <tr>
              <td>No bead</td>
              <td>
                <Behind isFirst onOpen={() => onSearch(partOf('bead', null))}>
                  {none.sessions}
                </Behind>
              </td>
              <td className={styles['barcell']}>{bar(Math.min(highest, none.cost_micro_usd), 'c5')}</td>
              <td>
                <Behind onOpen={() => onSearch(partOf('bead', null))}>
                  {costWords(none.cost_micro_usd)}
                </Behind>
              </td>
            </tr>
          )}
          <tr className={styles['sum']}>
            <td>All</td>
            <td>
              <Behind isFirst onOpen={() => onSearch(null)}>
                {figures.total.sessions}
              </Behind>
            </td>
            <td />
            <td>
              <Behind onOpen={() => onSearch(null)}>{costWords(figures.total.cost_micro_usd)}</Behind>
            </td>
          </tr>
        </tbody>
      </table>
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
      <table className={styles['table']}>
        <thead className="visually-hidden">
          <tr>
            <th>Agent</th>
            <th>Share</th>
            <th>Sessions</th>
            <th>Of all</th>
          </tr>
        </thead>
        <tbody>
          {figures.agents.map(({ key, sessions }) => (
            <tr key={key ?? ''}>
              <td className={styles['name']}>{key ?? 'No agent'}</td>
              <td className={styles['barcell']}>
                <i
                  className={classNames(styles['bar'], chart[key === null ? 'c5' : 'c1'])}
                  style={{ width: `${(sessions / highest) * 100}%` }}
                />
              </td>
              <td>
                <Behind isFirst onOpen={() => onSearch(partOf('agent', key))}>
                  {sessions}
                </Behind>
              </td>
              <td className={styles['faint']}>
                <Behind onOpen={() => onSearch(partOf('agent', key))}>
                  {Math.round((sessions / all) * 100)}%
                </Behind>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
