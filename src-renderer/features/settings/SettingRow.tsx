import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names';
import styles from './SettingsView.module.css';

export type SettingRowProps = {
  readonly name: string;
  /** What it does, in a sentence. */
  readonly hint: ReactNode;
  readonly hintId?: string;
  /** The hint says what is wrong with what was typed. */
  readonly isWrong?: boolean;
  readonly children?: ReactNode;
};

export function SettingRow({ name, hint, hintId, isWrong = false, children }: SettingRowProps) {
  return (
    <div className={styles['row']}>
      <div className={styles['what']}>
        <b>{name}</b>
        <small
          id={hintId}
          role={isWrong ? 'alert' : undefined}
          className={classNames(isWrong && styles['wrong'])}
        >
          {hint}
        </small>
      </div>
      {children}
    </div>
  );
}
