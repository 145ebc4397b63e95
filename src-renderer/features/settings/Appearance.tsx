import type { Settings, SettingsPatch } from '@domain/settings';
import { Minus, Monitor, Moon, Plus, Sun } from 'lucide-react';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { IconButton } from '../../ui/IconButton';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

const THEMES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;
const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;
const STEP = 10;
const SMALLEST = 80;
const LARGEST = 200;

type AppearancePatch = NonNullable<SettingsPatch['appearance']>;

export function Appearance({ disabledReason }: SectionProps) {
  const client = useClient();
  const settings: Settings = useSettings();
  const { theme, density, text_size_percent: size } = settings.appearance;
  const change = (appearance: AppearancePatch, words: string) =>
    void changeSettings(client, settings, { appearance }, words);
  const resize = (next: number) => change({ text_size_percent: next }, `Text size is ${next}%`);
  return (
    <div className={styles['group']}>
      <SettingRow name="Theme" hint="System follows your desktop.">
        <Segments
          label="Theme"
          value={theme}
          choices={THEMES}
          disabledReason={disabledReason}
          onChange={(value) => change({ theme: value }, `Theme is ${value}`)}
        />
      </SettingRow>
      <SettingRow name="Density" hint="How close rows and buttons stand.">
        <Segments
          label="Density"
          value={density}
          choices={DENSITIES}
          disabledReason={disabledReason}
          onChange={(value) => change({ density: value }, `Density is ${value}`)}
        />
      </SettingRow>
      <SettingRow name="Text size" hint="Scales all text, from 80 to 200%.">
        <div className={styles['stepper']}>
          <IconButton
            icon={Minus}
            label="Smaller text"
            disabledReason={disabledReason ?? (size <= SMALLEST ? 'This is the smallest size' : null)}
            onClick={() => resize(Math.max(SMALLEST, size - STEP))}
          />
          <output aria-label="Text size">{size}%</output>
          <IconButton
            icon={Plus}
            label="Larger text"
            disabledReason={disabledReason ?? (size >= LARGEST ? 'This is the largest size' : null)}
            onClick={() => resize(Math.min(LARGEST, size + STEP))}
          />
        </div>
      </SettingRow>
    </div>
  );
}
