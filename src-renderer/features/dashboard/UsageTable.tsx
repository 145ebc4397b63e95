import type { ReportRow } from '@domain/history/record';
import { RowFigures } from './Behind';
import styles from './DashboardView.module.css';
import { usageFigures } from './dashboard.logic';

type UsageTableProps = {
  /** What its rows are, for those who do not see it. */
  readonly label: string;
  /** The head of the first column. */
  readonly first: string;
  readonly rows: readonly ReportRow[];
  readonly nameOf: (key: string | null) => string;
  readonly onOpen: (key: string | null) => void;
};

/** What was used, row by row: of a day or of a project. */
export function UsageTable({ label, first, rows, nameOf, onOpen }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={label}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th>{first}</th>
            <th>Sessions</th>
            <th>Tokens</th>
            <th>Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key ?? ''}>
              <td className={styles['name']} title={row.key ?? undefined}>
                {nameOf(row.key)}
              </td>
              <RowFigures row={nameOf(row.key)} figures={usageFigures(row)} onOpen={() => onOpen(row.key)} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
