import type { ReactNode } from 'react';
import styles from './SettingsView.module.css';

export function SettingRow({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <div className={styles['what']}>
        <b>{name}</b>
        <small>{hint}</small>
      </div>
      {children}
    </div>
  );
}
