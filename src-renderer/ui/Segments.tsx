import { type KeyboardEvent, useRef } from 'react';
import { Icon, type IconType } from './Icon';
import styles from './Segments.module.css';
import { nextChoice } from './segments.logic';

export type Choice<T extends string> = {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconType;
};

export type SegmentsProps<T extends string> = {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  readonly disabledReason?: string | null;
};

/** Two to four choices that fit in a line; the arrow keys move. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, choices, onChange, disabledReason = null } = props;
  const group = useRef<HTMLDivElement>(null);
  const choose = (next: T) => {
    if (disabledReason === null && next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = choices.findIndex((choice) => choice.value === value);
    const next = nextChoice(event.key, index, choices.length);
    const target = next === null ? undefined : choices[next];
    if (next === null || target === undefined) return;
    event.preventDefault();
    choose(target.value);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      aria-disabled={disabledReason !== null || undefined}
      title={disabledReason ?? undefined}
      className={styles['segments']}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: native radios cannot carry an icon and keep the focus ring whole
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          className={styles['segment']}
          onClick={() => choose(choice.value)}
        >
          {choice.icon && <Icon of={choice.icon} size="s" />}
          {choice.label}
        </button>
      ))}
    </div>
  );
}
