import { type ReactNode, useId } from 'react';
import styles from './Checkbox.module.css';

export type CheckboxProps = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  /** Why it cannot be chosen: stands in the place of the hint. It stays focusable. */
  readonly disabledReason?: string | null;
  /** A switch takes effect at once; a box when the dialog is sent. */
  readonly isSwitch?: boolean;
};

export function Checkbox(props: CheckboxProps) {
  const { label, hint, isChecked, onChange, disabledReason = null, isSwitch = false } = props;
  const id = useId();
  const note = disabledReason ?? hint;
  return (
    <div className={styles['row']}>
      <input
        id={id}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        className={isSwitch ? styles['switch'] : undefined}
        checked={isChecked}
        aria-disabled={disabledReason !== null || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => disabledReason === null && onChange(event.target.checked)}
      />
      <div className={styles['words']}>
        <label htmlFor={id}>{label}</label>
        {note !== undefined && (
          <div id={`${id}-note`} className={styles['note']}>
            {note}
          </div>
        )}
      </div>
    </div>
  );
}
