import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import styles from './DashboardView.module.css';

type BehindProps = {
  readonly onOpen: () => void;
  /** The numbers of a row lead to the same sessions: the keyboard stops at the first of them. */
  readonly isFirst?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A figure that leads to the sessions behind it. */
export function Behind({ onOpen, isFirst = false, className, children }: BehindProps) {
  return (
    <button
      type="button"
      tabIndex={isFirst ? undefined : -1}
      className={classNames(styles['link'], className)}
      title="Open the sessions"
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
