import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import { Mark } from '../../ui/Mark';
import styles from './Event.module.css';

export type EventTone = 'you' | 'say' | 'done' | 'failed' | 'quiet' | 'running' | 'asks';

/** One event on the thread: its node, and what there is to say. */
export function Event({ tone, children }: { tone: EventTone; children: ReactNode }) {
  return (
    <div className={classNames(styles['event'], styles[tone])}>
      <div className={styles['node']}>
        {tone === 'asks' || tone === 'running' ? (
          <Mark state={tone === 'asks' ? 'waiting' : 'active'} isBreathing label={null} />
        ) : (
          <i />
        )}
      </div>
      <div className={styles['content']}>{children}</div>
    </div>
  );
}

export function By({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div className={styles['by']}>
      {name} {children}
    </div>
  );
}
