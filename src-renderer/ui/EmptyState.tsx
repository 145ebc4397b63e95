import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Says what belongs here, why it is empty, and offers the next act. */
export function EmptyState(props: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <svg viewBox="0 0 76 22" className={styles['string']} aria-hidden="true">
        <path d="M0 3C18 20 58 20 76 3" className={styles['thread']} />
        <circle cx="22" cy="13.6" r="4" className={styles['bead']} />
        <circle cx="38" cy="15.8" r="4" className={styles['bead']} />
        <circle cx="54" cy="13.6" r="4" className={styles['bead']} />
      </svg>
      <h2 className={styles['title']}>{props.title}</h2>
      {props.children && <p className={styles['text']}>{props.children}</p>}
      {props.actions && <div className={styles['actions']}>{props.actions}</div>}
    </div>
  );
}
