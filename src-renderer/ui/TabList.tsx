import { Tabs as Base } from '@base-ui/react/tabs';
import { Icon } from './Icon';
import type { Tab } from './Tabs';
import styles from './Tabs.module.css';

type TabListProps = {
  readonly label: string;
  readonly tabs: readonly Tab<string>[];
  /** Of tabs whose panels are drawn elsewhere: they are found by this id and their value. */
  readonly id?: string;
};

/** The arrow keys move between them. */
export function TabList({ label, tabs, id }: TabListProps) {
  return (
    <Base.List className={styles['list']} aria-label={label}>
      {tabs.map((tab) => (
        <Base.Tab
          key={tab.value}
          value={tab.value}
          className={styles['tab']}
          {...(id !== undefined && {
            id: `${id}-${tab.value}`,
            'aria-controls': `${id}-${tab.value}-panel`,
          })}
        >
          {tab.icon && <Icon of={tab.icon} size="s" />}
          {tab.name}
          {tab.count !== undefined && <span className={styles['count']}>{tab.count}</span>}
        </Base.Tab>
      ))}
    </Base.List>
  );
}
