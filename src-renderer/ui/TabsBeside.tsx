import { Tabs as Base } from '@base-ui/react/tabs';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import { TabList } from './TabList';
import type { Tab } from './Tabs';
import styles from './Tabs.module.css';

export type TabsBesideProps<First extends string, Other extends string> = {
  readonly label: string;
  readonly first: Tab<First>;
  readonly others: readonly Tab<Other>[];
  readonly value: First | Other;
  readonly onChange: (value: First | Other) => void;
  /** Null: all of them are tabs. Else the first stands at the left without one, and the others in a column of this width. */
  readonly beside: {
    readonly px: number;
    readonly label: string;
    readonly value: Other;
    readonly onChange: (value: Other) => void;
    readonly splitter: ReactNode;
  } | null;
};

/**
 * Tabs whose first one can leave the row and stand beside the others. What is drawn stays as it is on the way there and
 * back: a text keeps its place, a terminal its screen.
 */
export function TabsBeside<First extends string, Other extends string>(props: TabsBesideProps<First, Other>) {
  const { label, first, others, value, onChange, beside } = props;
  const id = useId();
  const chosen = beside === null ? value : beside.value;
  const other = others.find((tab) => tab.value === chosen);
  const isFirstShown = beside !== null || value === first.value;
  const panelOf = (tab: Tab<string>) => `${id}-${tab.value}-panel`;
  const panelProps = (tab: Tab<string>) => ({
    id: panelOf(tab),
    role: 'tabpanel',
    'aria-labelledby': `${id}-${tab.value}`,
    tabIndex: -1,
    className: styles['panel'],
  });
  return (
    <Base.Root
      value={chosen}
      onValueChange={(next) => (beside === null ? onChange(next as First) : beside.onChange(next as Other))}
      className={classNames(styles['tabs'], beside !== null && styles['columns'])}
      style={beside === null ? undefined : { gridTemplateColumns: `minmax(0, 1fr) ${beside.px}px` }}
    >
      {beside === null && <TabList label={label} id={id} tabs={[first, ...others]} />}
      {isFirstShown && (
        <div
          key={first.value}
          {...panelProps(first)}
          {...(beside !== null && { role: 'region', 'aria-labelledby': undefined, 'aria-label': first.name })}
        >
          {first.content}
        </div>
      )}
      {(other !== undefined || beside !== null) && (
        <div
          key="others"
          className={beside === null ? styles['panel'] : styles['beside']}
          {...(beside !== null && {
            role: 'region',
            'aria-label': beside.label,
            'data-region': 'beside',
            tabIndex: -1,
          })}
        >
          {beside?.splitter}
          {beside !== null && <TabList key="tabs" label={beside.label} id={id} tabs={others} />}
          {other !== undefined && (
            <div key={other.value} {...panelProps(other)}>
              {other.content}
            </div>
          )}
        </div>
      )}
    </Base.Root>
  );
}
