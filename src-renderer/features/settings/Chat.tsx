import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';

const SENDERS = [
  { value: 'enter', label: 'Enter' },
  { value: 'mod+enter', label: 'Ctrl+Enter' },
] as const;

export function Chat({ disabledReason }: { disabledReason: string | null }) {
  const client = useClient();
  const settings = useSettings();
  return (
    <section aria-labelledby="settings-chat">
      <h2 id="settings-chat" className={styles['heading']}>
        Chat
      </h2>
      <div className={styles['group']}>
        <SettingRow name="Send with" hint="Shift+Enter always breaks the line, Ctrl+Enter always sends.">
          <Segments
            label="Send with"
            value={settings.chat.send_with}
            choices={SENDERS}
            disabledReason={disabledReason}
            onChange={(send_with) =>
              void changeSettings(
                client,
                settings,
                { chat: { send_with } },
                `Prompts are sent with ${send_with === 'enter' ? 'Enter' : 'Ctrl+Enter'}`,
              )
            }
          />
        </SettingRow>
      </div>
    </section>
  );
}
