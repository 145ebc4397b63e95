import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { amountOf, amountProblem } from './budget.logic';
import { KeptText } from './KeptText';
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
  const keep = (text: string) => {
    const amount = amountOf(text);
    if (amount === undefined || amount === kept) return;
    const words = `Budget: ${amount === null ? 'none' : `$${amount}`} for ${name.toLowerCase()}`;
    void changeSettings(client, settings, { budget: { [field]: amount } }, words);
  };
  return (
    <KeptText
      name={name}
      label={`Budget for ${name.toLowerCase()} in US dollars`}
      hint={hint}
      unit="$"
      inputMode="decimal"
      size={8}
      value={kept === null ? '' : String(kept)}
      check={amountProblem}
      onKeep={keep}
      disabledReason={disabledReason}
    />
  );
}
