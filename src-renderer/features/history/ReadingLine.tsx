import type { IngestStatus } from '@domain/history/record';
import styles from './HistoryView.module.css';

/** How far the reading has come, at the foot of the list while it goes on. */
export function ReadingLine({ status }: { status: IngestStatus }) {
  const { sessions_done, sessions_total, state } = status;
  return (
    <div className={styles['foot']}>
      {state === 'looking'
        ? 'Looking for transcripts…'
        : `Reading ${sessions_done.toLocaleString('en')} of ${sessions_total.toLocaleString('en')} sessions`}
    </div>
  );
}
