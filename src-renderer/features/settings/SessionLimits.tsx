import type { SettingsPatch } from '@domain/settings';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Segments } from '../../ui/Segments';
import { choicesOf } from './choices.logic';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import { SwitchRow } from './SwitchRow';
import type { SectionProps } from './section';

const minutes = (n: number) => (n === 0 ? 'Never' : n % 60 === 0 ? `${n / 60} h` : `${n} min`);

export function SessionLimits({ disabledReason }: SectionProps) {
  const client = useClient();
  const settings = useSettings();
  const { max_active, resume_after_limit } = settings.sessions;
  const idle = settings.claude.inactivity_minutes;
  const change = (patch: SettingsPatch, words: string) => void changeSettings(client, settings, patch, words);
  return (
    <div className={styles['group']}>
      <SettingRow
        name="At once"
        hint="How many may run at the same time. More wait in line and start by themselves."
      >
        <Segments
          label="Sessions at once"
          value={String(max_active)}
          choices={choicesOf([1, 2, 4, 8], max_active, String)}
          disabledReason={disabledReason}
          onChange={(most) =>
            change({ sessions: { max_active: Number(most) } }, `${most} sessions may run at once`)
          }
        />
      </SettingRow>
      <SettingRow
        name="Pause when idle"
        hint="After so long between two turns. A turn or task that runs is not idle."
      >
        <Segments
          label="Pause when idle"
          value={String(idle)}
          choices={choicesOf([0, 15, 30, 60], idle, minutes)}
          disabledReason={disabledReason}
          onChange={(after) =>
            change(
              { claude: { inactivity_minutes: Number(after) } },
              after === '0'
                ? 'Idle sessions are not paused'
                : `Idle sessions are paused after ${minutes(Number(after))}`,
            )
          }
        />
      </SettingRow>
      <SwitchRow
        name="Resume after a usage limit"
        hint="A session paused by the limit goes on a minute after the reset, when Claude said when that is."
        isOn={resume_after_limit}
        disabledReason={disabledReason}
        onChange={(isOn) =>
          change(
            { sessions: { resume_after_limit: isOn } },
            isOn ? 'Sessions go on after a usage limit' : 'Sessions stay paused after a usage limit',
          )
        }
      />
    </div>
  );
}
