import type { ApiRetry } from '@domain/session/live';
import { CircleStop } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { durationWords } from '../../app/time-words';
import { Button } from '../../ui/Button';
import { Mark } from '../../ui/Mark';
import styles from './ChatPanel.module.css';
import { retryWords } from './notice-words.logic';
import { count } from './tool-words.logic';

export type TurnStripProps = {
  readonly isBusy: boolean;
  /** Where Claude waits for an answer; null: it does not. */
  readonly asks: 'here' | 'in-terminal' | null;
  /** The API did not answer. */
  readonly retry: ApiRetry | null;
  /** How many commands and sub-agents work on although the turn is over. */
  readonly tasks: number;
  readonly onStop: () => unknown;
};

const WAITS = { here: 'waits for your answer', 'in-terminal': 'waits for your answer in its terminal' };

/** What Claude does now. Its height is always there, so that a turn's beginning and end move nothing. */
export const TurnStrip = memo(function TurnStrip({ isBusy, asks, retry, tasks, onStop }: TurnStripProps) {
  const time = useTurnTime(isBusy);
  return (
    <div className={styles['strip']}>
      {!isBusy && tasks > 0 && (
        <>
          <Mark state="active" isBreathing label={null} />
          <span className="cut">{count(tasks, 'task')} in the background</span>
        </>
      )}
      {isBusy && (
        <>
          <Mark state={asks === null ? 'active' : 'waiting'} isBreathing={asks === null} label={null} />
          <span className={styles['who']}>Claude</span>
          <span className="cut">
            {asks !== null ? WAITS[asks] : retry === null ? `working, ${time}` : retryWords(retry)}
          </span>
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
