import type { ReportRow } from '@domain/history/record';
import { costWords, countWords, modelWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import { Behind, RowFigures } from './Behind';
import chart from './Chart.module.css';
import styles from './DashboardView.module.css';
import { colouredModels } from './dashboard.logic';
import { partOf } from './sessions-behind.logic';
import type { TableProps } from './Tables';

export function ModelTable({ figures, onSearch }: TableProps) {
  const coloured = colouredModels(figures);
  const { claude, total, models } = figures;
  return (
    <section className={classNames(styles['tile'], styles['side'])} aria-label="Cost by model">
      <header className={styles['head']}>
        <h2>Cost by model</h2>
        {claude.sessions > 0 && (
          <span
            className={styles['aside']}
            title="Claude adds up what one process asked for; we count every billed message once, wherever it appears again."
          >
            <Behind name="Cost by model" onOpen={() => onSearch('has:claude-cost')}>
              {claude.sessions === total.sessions
                ? `Claude’s own figure: ${costWords(claude.claude_micro_usd)}`
                : `Claude’s own figure for ${claude.sessions} of them: ${costWords(claude.claude_micro_usd)}, ours ${costWords(claude.ours_micro_usd)}`}
            </Behind>
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
          {models.map((row) => {
            const model = row.key ?? '';
            const name = modelWords(model) || 'Not named';
            const colour = coloured.includes(model) ? coloured.indexOf(model) + 1 : 5;
            return (
              <tr key={model}>
                <td className={styles['name']}>
                  <i className={classNames(styles['swatch'], chart[`c${colour}`])} />
                  {name}
                </td>
                <RowFigures
                  row={name}
                  figures={figuresOf(row)}
                  onOpen={() => onSearch(partOf('model', row.key))}
                />
              </tr>
            );
          })}
          <tr className={styles['sum']}>
            <td>All</td>
            <RowFigures row="All" figures={figuresOf(total)} onOpen={() => onSearch(null)} />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** What cannot be priced costs something all the same. */
function figuresOf({ total_tokens, tokens_out, cost_micro_usd, unpriced_tokens }: ReportRow) {
  return {
    'Tokens in': countWords(total_tokens - tokens_out),
    Out: countWords(tokens_out),
    Cost: unpriced_tokens > 0 && cost_micro_usd === 0 ? 'unknown' : costWords(cost_micro_usd),
  };
}
