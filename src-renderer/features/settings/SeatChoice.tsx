import type { Settings } from '@domain/settings';
import { MessageSquare, SquareTerminal } from 'lucide-react';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';

const SEATS = [
  { value: 'pty', label: 'Terminal', icon: SquareTerminal },
  { value: 'stream', label: 'Stream', icon: MessageSquare },
] as const;

export function SeatChoice({ disabledReason }: { disabledReason: string | null }) {
  const client = useClient();
  const settings: Settings = useSettings();
  const change = (seat: Settings['claude']['seat']) =>
    void changeSettings(
      client,
      settings,
      { claude: { seat } },
      `New sessions start in the ${seat === 'pty' ? 'terminal' : 'stream'} seat`,
    );
  return (
    <div className={styles['group']}>
      <SettingRow
        name="Seat"
        hint="Terminal: Claude's own terminal, with the chat beside it. Stream: no terminal; text and thinking come letter by letter."
      >
        <Segments
          label="Seat"
          value={settings.claude.seat}
          choices={SEATS}
          disabledReason={disabledReason}
          onChange={change}
        />
      </SettingRow>
    </div>
  );
}
