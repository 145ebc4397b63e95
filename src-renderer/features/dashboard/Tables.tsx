import type { Figures } from '@domain/history/figures';
import { costWords, countWords, modelWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import chart from './Chart.module.css';
import styles from './DashboardView.module.css';
import { beadRows, colouredModels, modelRows } from './dashboard.logic';

type TableProps = { readonly figures: Figures; readonly onSearch: (part: string) => void };

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
                <button type="button" className={styles['link']} onClick={() => onSearch(`bead:${key}`)}>
                  {sessions}
                </button>
              </td>
              <td className={styles['barcell']}>{bar(cost_micro_usd, 'c1')}</td>
              <td>{costWords(cost_micro_usd)}</td>
            </tr>
          ))}
          {others !== null && (
            <tr>
              <td>{others.count === 1 ? '1 other bead' : `${others.count} other beads`}</td>
              <td>{others.sessions}</td>
              <td />
              <td>{costWords(others.cost)}</td>
            </tr>
          )}
          {none !== null && (
            <tr>
              <td>No bead</td>
              <td>{none.sessions}</td>
              <td className={styles['barcell']}>{bar(Math.min(highest, none.cost_micro_usd), 'c5')}</td>
              <td>{costWords(none.cost_micro_usd)}</td>
            </tr>
          )}
          <tr className={styles['sum']}>
            <td>All</td>
            <td>{figures.total.sessions}</td>
            <td />
            <td>{costWords(figures.total.cost_micro_usd)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

export function ModelTable({ figures, onSearch }: TableProps) {
  const coloured = colouredModels(figures);
  const { claude, total } = figures;
  const { shown, others } = modelRows(figures);
  const rows = shown.map((row) => ({ ...row, model: row.key ?? '' }));
  return (
    <section className={classNames(styles['tile'], styles['side'])} aria-label="Cost by model">
      <header className={styles['head']}>
        <h2>Cost by model</h2>
        {claude.sessions > 0 && (
          <span
            className={styles['aside']}
            title="Claude adds up what one process asked for; we count every billed message once, wherever it appears again."
          >
            {claude.sessions === total.sessions
              ? `Claude’s own figure: ${costWords(claude.claude_micro_usd)}`
              : `Claude’s own figure for ${claude.sessions} of them: ${costWords(claude.claude_micro_usd)}, ours ${costWords(claude.ours_micro_usd)}`}
          </span>
        )}
      </header>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>Model</th>
            <th>Tokens in</th>
            <th>Out</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, total_tokens, tokens_out, cost_micro_usd, unpriced_tokens }) => (
            <tr key={model}>
              <td className={styles['name']}>
                <i
                  className={classNames(
                    styles['swatch'],
                    chart[`c${coloured.includes(model) ? coloured.indexOf(model) + 1 : 5}`],
                  )}
                />
                <button type="button" className={styles['link']} onClick={() => onSearch(`model:${model}`)}>
                  {modelWords(model) || 'Not named'}
                </button>
              </td>
              <td>{countWords(total_tokens - tokens_out)}</td>
              <td>{countWords(tokens_out)}</td>
              <td>{unpriced_tokens > 0 && cost_micro_usd === 0 ? 'unknown' : costWords(cost_micro_usd)}</td>
            </tr>
          ))}
          {others.count > 0 && (
            <tr>
              <td>{others.count} other models</td>
              <td>{countWords(others.total_tokens - others.tokens_out)}</td>
              <td>{countWords(others.tokens_out)}</td>
              <td>{costWords(others.cost_micro_usd)}</td>
            </tr>
          )}
          <tr className={styles['sum']}>
            <td>All</td>
            <td>{countWords(total.total_tokens - total.tokens_out)}</td>
            <td>{countWords(total.tokens_out)}</td>
            <td>{costWords(total.cost_micro_usd)}</td>
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
              <td className={styles['name']}>
                {key === null ? (
                  'No agent'
                ) : (
                  <button type="button" className={styles['link']} onClick={() => onSearch(`agent:${key}`)}>
                    {key}
                  </button>
                )}
              </td>
              <td className={styles['barcell']}>
                <i
                  className={classNames(styles['bar'], chart[key === null ? 'c5' : 'c1'])}
                  style={{ width: `${(sessions / highest) * 100}%` }}
                />
              </td>
              <td>{sessions}</td>
              <td className={styles['faint']}>{Math.round((sessions / all) * 100)}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
