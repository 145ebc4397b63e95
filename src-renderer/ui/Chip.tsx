import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classNames } from './class-names';
import { Icon } from './Icon';
import type { MarkState } from './Mark';

export type ChipProps = {
  readonly tone?: MarkState | 'line' | 'plain';
  readonly children: ReactNode;
  /** Names what is taken away: "Remove label core". */
  readonly removeLabel?: string;
  readonly onRemove?: () => void;
};

export function Chip({ tone = 'plain', children, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={classNames(styles['chip'], styles[tone])}>
      {children}
      {onRemove && (
        <button
          type="button"
          className={styles['remove']}
          aria-label={removeLabel ?? 'Remove'}
          onClick={onRemove}
        >
          <Icon of={X} size="xs" />
        </button>
      )}
    </span>
  );
}
