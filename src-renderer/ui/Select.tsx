import { type ReactNode, useId } from 'react';
import fieldStyles from './Field.module.css';
import styles from './Select.module.css';

export type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
};

/** The system's own list: it types to find, and holds a thousand. */
export function Select({ label, value, choices, onChange, hint }: SelectProps) {
  const id = useId();
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <select
        id={id}
        className={styles['select']}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <div id={`${id}-note`} className={fieldStyles['note']}>
          {hint}
        </div>
      )}
    </div>
  );
}
