import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';

export type KeptTextProps = {
  readonly name: string;
  /** What a screen reader says, where the name is too short to stand alone. */
  readonly label?: string;
  /** Stands before the field. */
  readonly unit?: string;
  readonly hint: string;
  readonly value: string;
  /** Null: it can be kept; else why not, in the place of the hint. */
  readonly check: (text: string) => string | null;
  readonly onKeep: (text: string) => void;
  readonly disabledReason: string | null;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly size?: number;
  readonly inputMode?: 'decimal';
};

/** A line that is kept when it is left or sent with Enter; Esc takes back what was typed. */
export function KeptText(props: KeptTextProps) {
  const { name, hint, value, check, onKeep, disabledReason, placeholder, isMono = false, size = 24 } = props;
  const { label = name, unit, inputMode } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const text = typed ?? value;
  const problem = typed === null ? null : check(typed);
  const keep = () => {
    if (problem !== null) return;
    setTyped(null);
    if (text !== value) onKeep(text);
  };
  return (
    <SettingRow name={name} hint={problem ?? hint} hintId={id} isWrong={problem !== null}>
      <span className={styles['times']}>
        {unit && <span aria-hidden="true">{unit}</span>}
        <input
          aria-label={label}
          inputMode={inputMode}
          aria-describedby={id}
          aria-invalid={problem !== null || undefined}
          className={classNames(styles['time'], isMono && styles['mono'])}
          size={size}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          disabled={disabledReason !== null}
          title={disabledReason ?? undefined}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'Escape') setTyped(null);
          }}
        />
      </span>
    </SettingRow>
  );
}
