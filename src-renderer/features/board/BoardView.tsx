import type { BeadsSnapshot } from '@domain/tracker-state';
import { useDeferredValue } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { beadSentences, useBeads } from '../bead';
import { BeadSessions } from '../sessions';
import { BoardColumns } from './BoardColumns';
import styles from './BoardView.module.css';
import { NoTracker } from './NoTracker';
import { TrackerNotices } from './TrackerNotices';
import { TryAgain } from './TryAgain';

export function BoardView() {
  const { value, status, error } = useBeads();
  if (value === null && status !== 'ended') return <Loading />;
  if (value === null || value.tracker.type === 'failed' || value.tracker.type === 'none') {
    return (
      <div className={styles['view']}>
        <ViewHeader title="Board" />
        <div className={styles['centre']}>
          {value?.tracker.type === 'none' ? (
            <NoTracker offers={value.tracker.offers} installCommand={value.tracker.install_command} />
          ) : (
            <Failed snapshot={value} error={error} />
          )}
        </div>
      </div>
    );
  }
  if (value.tracker.type === 'opening') return <Loading />;
  return <OpenBoard snapshot={value} />;
}

function OpenBoard({ snapshot }: { snapshot: BeadsSnapshot }) {
  // A change is taken in by a task of its own, not by the one that received it: a drag goes on meanwhile.
  const shown = useDeferredValue(snapshot);
  return (
    <div className={styles['view']}>
      <BeadSessions>
        <BoardColumns snapshot={shown} notices={<TrackerNotices snapshot={snapshot} />} />
      </BeadSessions>
    </div>
  );
}

function Failed({ snapshot, error }: { snapshot: BeadsSnapshot | null; error: { code: string } | null }) {
  const cause = snapshot?.tracker.type === 'failed' ? snapshot.tracker.error : error;
  const { happened, safe, next, details } = beadSentences((cause ?? { code: 'internal-error' }) as never);
  return (
    <Notice tone="broken" title={happened} details={details} isAnnounced actions={<TryAgain />}>
      {safe} {next}
    </Notice>
  );
}

const PLACES = ['ready', 'blocked', 'in-progress', 'in-review', 'done'];

function Loading() {
  return (
    <div className={styles['view']} aria-busy="true">
      <ViewHeader title="Board" />
      <div className={styles['board']}>
        {PLACES.map((place) => (
          <div key={place} className={styles['skeleton']}>
            <Skeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
