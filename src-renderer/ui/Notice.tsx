import { CircleAlert, CircleCheck, CircleX, Clock, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton';
import { classNames } from './class-names';
import { Icon, type IconType } from './Icon';
import styles from './Notice.module.css';

export type NoticeTone = 'info' | 'waiting' | 'broken' | 'good' | 'quiet' | 'limit';

const ICONS: Record<NoticeTone, IconType> = {
  info: Info,
  waiting: TriangleAlert,
  broken: CircleX,
  good: CircleCheck,
  quiet: CircleAlert,
  limit: Clock,
};

export type NoticeProps = {
  readonly tone?: NoticeTone;
  readonly icon?: IconType;
  /** What happened. */
  readonly title: ReactNode;
  /** What is safe, and what to do next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Behind "Details", with Copy. */
  readonly details?: string | null;
  readonly isAnnounced?: boolean;
};

/** In the flow, never over content. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', icon, title, children, actions, details = null, isAnnounced = false } = props;
  return (
    <div className={classNames(styles['notice'], styles[tone])} role={isAnnounced ? 'status' : undefined}>
      <Icon of={icon ?? ICONS[tone]} className={styles['icon']} />
      <div className={styles['body']}>
        <strong className={styles['title']}>{title}</strong>
        {children && <div className={styles['text']}>{children}</div>}
        {details !== null && (
          <details className={styles['details']}>
            <summary>Details</summary>
            <pre>{details}</pre>
            <CopyButton text={details} />
          </details>
        )}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  );
}
