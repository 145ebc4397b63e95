import { Fragment, type ReactNode } from 'react';
import styles from './DashboardView.module.css';

type BehindProps = {
  readonly onOpen: () => void;
  /** What it is the figure of: a number alone says nothing to those who do not see where it stands. */
  readonly name: string;
  readonly isReached?: boolean;
  readonly children: string;
};

/** A figure that leads to the sessions behind it. */
export function Behind({ onOpen, name, isReached = true, children }: BehindProps) {
  return (
    <button
      type="button"
      tabIndex={isReached ? undefined : -1}
      className={styles['link']}
      title="Open the sessions"
      aria-label={`${name}: ${children}, open the sessions`}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}

type RowFiguresProps = {
  readonly row: string;
  /** By the heads of their columns. */
  readonly figures: Readonly<Record<string, string>>;
  readonly onOpen: () => void;
  /** A cell between the first figure and the others. */
  readonly bar?: ReactNode;
};

/** The figures of a row lead to the same sessions: the keyboard stops at the first of them. */
export function RowFigures({ row, figures, onOpen, bar }: RowFiguresProps) {
  return Object.entries(figures).map(([column, words], at) => (
    <Fragment key={column}>
      <td>
        <Behind name={`${row}, ${column}`} isReached={at === 0} onOpen={onOpen}>
          {words}
        </Behind>
      </td>
      {at === 0 && bar}
    </Fragment>
  ));
}
