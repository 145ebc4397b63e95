import { CircleStop } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Mark } from '../../ui/Mark';
import styles from './ChatPanel.module.css';

export type TurnStripProps = {
  readonly isBusy: boolean;
  /** Where Claude waits for an answer; null: it does not. */
  readonly asks: 'here' | 'in-terminal' | null;
  readonly onStop: () => unknown;
};

const WAITS = { here: 'waits for your answer', 'in-terminal': 'waits for your answer in its terminal' };

/** What Claude does now. Its height is always there, so that a turn's beginning and end move nothing. */
export const TurnStrip = memo(function TurnStrip({ isBusy, asks, onStop }: TurnStripProps) {
  const time = useTurnTime(isBusy);
  return (
    <div className={styles['strip']}>
      {isBusy && (
        <>
          <Mark state={asks === null ? 'active' : 'waiting'} isBreathing={asks === null} label={null} />
          <span className={styles['who']}>Claude</span>
          <span>{asks === null ? `working, ${time}` : WAITS[asks]}</span>
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
});

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
