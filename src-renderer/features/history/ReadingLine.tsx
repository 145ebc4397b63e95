import type { IngestStatus } from '@domain/history/record';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import styles from './HistoryView.module.css';
import { count } from './history-words.logic';

/** How far the reading has come, and what it could not read: at the foot of the list as long as it matters. */
export function ReadingLine({ status }: { status: IngestStatus }) {
  const { sessions_done, sessions_total, state, failed } = status;
  const isReading = state === 'looking' || state === 'reading';
  if (!isReading && failed.length === 0) return null;
  return (
    <div className={styles['foot']}>
      <span>
        {!isReading && `${count(failed.length, 'file')} could not be read`}
        {state === 'looking' && 'Looking for transcripts…'}
        {state === 'reading' &&
          `Reading ${sessions_done.toLocaleString('en')} of ${sessions_total.toLocaleString('en')} sessions`}
      </span>
      <Button size="s" variant="quiet" onClick={() => openOverlay('history-reading')}>
        Show
      </Button>
    </div>
  );
}
