import { useState } from 'react';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { amountOf } from './budget.logic';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

export function Budget({ disabledReason }: SectionProps) {
  return (
    <div className={styles['group']}>
      <Amount
        field="month_usd"
        name="A month"
        hint="Of all projects together, in US dollars. Empty: none."
        disabledReason={disabledReason}
      />
      <Amount
        field="bead_usd"
        name="A bead"
        hint="Of all sessions of one bead. You are told; nothing is ever held back."
        disabledReason={disabledReason}
      />
    </div>
  );
}

type AmountProps = {
  readonly field: 'month_usd' | 'bead_usd';
  readonly name: string;
  readonly hint: string;
  readonly disabledReason: string | null;
};

function Amount({ field, name, hint, disabledReason }: AmountProps) {
  const client = useClient();
  const settings = useSettings();
  const kept = settings.budget[field];
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? (kept === null ? '' : String(kept));
  const amount = amountOf(shown);
  const keep = () => {
    setText(null);
    if (amount === undefined || amount === kept) return;
    const words = `Budget: ${amount === null ? 'none' : `$${amount}`} for ${name.toLowerCase()}`;
    void changeSettings(client, settings, { budget: { [field]: amount } }, words);
  };
  return (
    <SettingRow
      name={name}
      hint={amount === undefined ? 'This is no amount: write for example 50 or 12.50.' : hint}
    >
      <span className={styles['times']}>
        <span aria-hidden="true">$</span>
        <input
          inputMode="decimal"
          aria-label={`Budget for ${name.toLowerCase()} in US dollars`}
          aria-invalid={amount === undefined || undefined}
          className={styles['time']}
          size={8}
          disabled={disabledReason !== null}
          title={disabledReason ?? undefined}
          value={shown}
          onChange={(event) => setText(event.target.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'Escape') setText(null);
          }}
        />
      </span>
    </SettingRow>
  );
}
