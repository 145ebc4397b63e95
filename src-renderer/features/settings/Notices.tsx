import type { NoticeKind, NoticeWay, SettingsPatch } from '@domain/settings';
import { useState } from 'react';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

const WAYS = [
  { value: 'off', label: 'Off' },
  { value: 'window', label: 'In the window' },
  { value: 'system', label: 'System too' },
] as const satisfies readonly { value: NoticeWay; label: string }[];

const KINDS: readonly { kind: NoticeKind; name: string; hint: string }[] = [
  { kind: 'asks', name: 'Needs an answer', hint: 'Claude asks for a permission, or has a question.' },
  { kind: 'finished', name: 'Finished', hint: 'A turn is over in a session you are not looking at.' },
  { kind: 'crashed', name: 'Exited', hint: 'Claude ended without being asked to.' },
  { kind: 'limit', name: 'Usage limit', hint: 'A session was paused by the limit.' },
  { kind: 'budget', name: 'Budget', hint: 'At 80 and at 100 percent of an amount below.' },
  { kind: 'job', name: 'Long work done', hint: 'The history has been read, or a large export is written.' },
];

const asked = () => (typeof Notification === 'undefined' ? 'denied' : Notification.permission);

export function Notices({ disabledReason }: SectionProps) {
  const client = useClient();
  const settings = useSettings();
  const [permission, setPermission] = useState(asked);
  const change = (patch: SettingsPatch, words: string) => void changeSettings(client, settings, patch, words);
  const { notices } = settings;
  const isQuiet = notices.quiet_from !== null && notices.quiet_until !== null;
  return (
    <div className={styles['group']}>
      {KINDS.map(({ kind, name, hint }) => (
        <SettingRow key={kind} name={name} hint={hint}>
          <Segments
            label={name}
            value={notices[kind]}
            choices={WAYS}
            disabledReason={disabledReason}
            onChange={(way) => {
              if (way === 'system' && permission === 'default')
                void Notification.requestPermission().then(setPermission);
              change(
                { notices: { [kind]: way } },
                `${name}: ${WAYS.find(({ value }) => value === way)?.label}`,
              );
            }}
          />
        </SettingRow>
      ))}
      <SettingRow
        name="Quiet hours"
        hint="The system is left alone between these; the window still tells. Past midnight is fine."
      >
        {isQuiet ? (
          <span className={styles['times']}>
            <Time
              label="Quiet from"
              value={notices.quiet_from ?? ''}
              onChange={(at) => change({ notices: { quiet_from: at } }, `Quiet from ${at}`)}
            />
            <span aria-hidden="true">–</span>
            <Time
              label="Quiet until"
              value={notices.quiet_until ?? ''}
              onChange={(at) => change({ notices: { quiet_until: at } }, `Quiet until ${at}`)}
            />
            <Button
              size="s"
              variant="quiet"
              onClick={() => change({ notices: { quiet_from: null, quiet_until: null } }, 'No quiet hours')}
            >
              None
            </Button>
          </span>
        ) : (
          <Button
            size="s"
            disabledReason={disabledReason}
            onClick={() =>
              change(
                { notices: { quiet_from: '22:00', quiet_until: '07:00' } },
                'Quiet from 22:00 until 07:00',
              )
            }
          >
            Set
          </Button>
        )}
      </SettingRow>
      {permission !== 'granted' && (
        <SettingRow
          name="Notices of the system"
          hint={
            permission === 'denied'
              ? 'This browser does not let the console give any; its own settings for this page can change that.'
              : 'The browser asks once whether the console may give any. They make no sound.'
          }
        >
          <Button
            size="s"
            disabledReason={permission === 'denied' ? 'The browser has said no' : null}
            onClick={() => void Notification.requestPermission().then(setPermission)}
          >
            Allow…
          </Button>
        </SettingRow>
      )}
    </div>
  );
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (at: string) => void }) {
  return (
    <input
      type="time"
      aria-label={label}
      className={styles['time']}
      value={value}
      onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
    />
  );
}
