import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';

const CHOICES = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

export type SwitchRowProps = {
  readonly name: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly disabledReason: string | null;
  readonly onChange: (isOn: boolean) => void;
};

export function SwitchRow({ name, hint, isOn, disabledReason, onChange }: SwitchRowProps) {
  return (
    <SettingRow name={name} hint={hint}>
      <Segments
        label={name}
        value={isOn ? 'on' : 'off'}
        choices={CHOICES}
        disabledReason={disabledReason}
        onChange={(to) => onChange(to === 'on')}
      />
    </SettingRow>
  );
}
