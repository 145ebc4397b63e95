import type { ReactNode } from 'react';
import styles from './ViewHeader.module.css';

/** The 52 px on top of every view: its name, and at the right what can be done in it. */
export function ViewHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles['header']}>
      <h1 className={styles['title']}>{title}</h1>
      <div className={styles['actions']}>{children}</div>
    </header>
  );
}
