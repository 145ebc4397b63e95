import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Icon, type IconType } from './Icon';
import styles from './Tabs.module.css';

export type Tab<T extends string> = {
  readonly value: T;
  readonly name: string;
  readonly icon?: IconType;
  readonly count?: number;
  readonly content: ReactNode;
};

export type TabsProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly Tab<T>[];
  readonly onChange: (value: T) => void;
};

/** The arrow keys move between them. Only the chosen one is drawn. */
export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className={styles['tabs']}>
      <Base.List className={styles['list']} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.icon && <Icon of={tab.icon} size="s" />}
            {tab.name}
            {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles['panel']} tabIndex={-1}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
