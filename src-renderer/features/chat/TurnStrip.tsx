import type { LiveView } from '@domain/session/live';
import { CircleStop } from 'lucide-react';
import { useEffect, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Mark } from '../../ui/Mark';
import styles from './ChatPanel.module.css';

/** What Claude does now. Its height is always there, so that a turn's beginning and end move nothing. */
export function TurnStrip({ live, onStop }: { live: LiveView; onStop: () => void }) {
  const isBusy = live.has_process && live.status !== 'idle';
  const isAsking = live.permissions.length > 0;
  const time = useTurnTime(isBusy);
  return (
    <div className={styles['strip']}>
      {isBusy && (
        <>
          <Mark state={isAsking ? 'waiting' : 'active'} isBreathing={!isAsking} label={null} />
          <span className={styles['who']}>Claude</span>
          <span>{isAsking ? 'waits for your answer' : `working, ${time}`}</span>
          <Button
            variant="quiet"
            size="s"
            icon={CircleStop}
            shortcut="Esc"
            className={styles['stop']}
            onClick={onStop}
          >
            Stop
          </Button>
        </>
      )}
    </div>
  );
}

/** Since this window saw the turn begin. */
function useTurnTime(isBusy: boolean): string {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (!isBusy) return;
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [isBusy]);
  return durationWords(seconds * 1000);
}
