import { formatChord } from '../../app/keymap/chord.logic';
import { useKeymap } from '../../app/keymap/use-keymap';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import type { SectionProps } from './section';
import { useChange } from './use-change';

export function Chat({ disabledReason }: SectionProps) {
  const [{ chat }, change] = useChange();
  const { platform } = useKeymap();
  const held = formatChord('mod+enter', platform);
  const senders = [
    { value: 'enter', label: 'Enter' },
    { value: 'mod+enter', label: held },
  ] as const;
  return (
    <SettingRow name="Send with" hint={`Shift+Enter always breaks the line, ${held} always sends.`}>
      <Segments
        label="Send with"
        value={chat.send_with}
        choices={senders}
        disabledReason={disabledReason}
        onChange={(send_with) =>
          change({ chat: { send_with } }, `Prompts are sent with ${send_with === 'enter' ? 'Enter' : held}`)
        }
      />
    </SettingRow>
  );
}
