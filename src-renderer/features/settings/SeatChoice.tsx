import { MessageSquare, SquareTerminal } from 'lucide-react';
import { Segments } from '../../ui/Segments';
import { SettingRow } from './SettingRow';
import type { SectionProps } from './section';
import { useChange } from './use-change';

const SEATS = [
  { value: 'pty', label: 'Terminal', icon: SquareTerminal },
  { value: 'stream', label: 'Stream', icon: MessageSquare },
] as const;

export function SeatChoice({ disabledReason }: SectionProps) {
  const [{ claude }, change] = useChange();
  return (
    <SettingRow
      name="Seat"
      hint="Terminal: Claude's own terminal, with the chat beside it. Stream: no terminal; text and thinking come letter by letter."
    >
      <Segments
        label="Seat"
        value={claude.seat}
        choices={SEATS}
        disabledReason={disabledReason}
        onChange={(seat) =>
          change(
            { claude: { seat } },
            `New sessions start in the ${seat === 'pty' ? 'terminal' : 'stream'} seat`,
          )
        }
      />
    </SettingRow>
  );
}
