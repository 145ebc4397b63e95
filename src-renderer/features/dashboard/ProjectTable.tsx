import type { Figures } from '@domain/history/figures';
import { filterText } from '@domain/history/history-query';
import { projectWords } from '../../app/project-words';
import { costWords, countWords } from '../../app/usage-words';
import { classNames } from '../../ui/class-names';
import styles from './DashboardView.module.css';

type ProjectTableProps = { readonly figures: Figures; readonly onSearch: (part: string) => void };

/** Where all projects count: what each of them used, the dearest first. */
export function ProjectTable({ figures, onSearch }: ProjectTableProps) {
  const rows = figures.projects.toSorted((a, b) => b.cost_micro_usd - a.cost_micro_usd);
  return (
    <section className={classNames(styles['tile'], styles['full'])} aria-label="Cost by project">
      <header className={styles['head']}>
        <h2>Cost by project</h2>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard */}
      <section className={styles['scroll']} tabIndex={0} aria-label="Projects">
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>Project</th>
              <th>Sessions</th>
              <th>Tokens</th>
              <th>Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, sessions, total_tokens, cost_micro_usd }) => (
              <tr key={key ?? ''}>
                <td className={styles['name']} title={key ?? undefined}>
                  {key === null ? 'No project' : projectWords(key)}
                </td>
                <td>
                  {key === null ? (
                    sessions
                  ) : (
                    <button
                      type="button"
                      className={styles['link']}
                      onClick={() => onSearch(filterText('project', key))}
                    >
                      {sessions}
                    </button>
                  )}
                </td>
                <td>{countWords(total_tokens)}</td>
                <td>{costWords(cost_micro_usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
