import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import type { IconType } from './Icon';
import { TabList } from './TabList';
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
      <TabList label={label} tabs={tabs} />
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles['panel']} tabIndex={-1}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
