import type { StartMode } from '@domain/settings';
import { Segments } from '../../ui/Segments';
import { ClaudeProgram } from './ClaudeProgram';
import { modelProblem } from './claude-program.logic';
import { KeptText } from './KeptText';
import { SeatChoice } from './SeatChoice';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';
import { useChange } from './use-change';

const MODES = [
  { value: 'default', label: 'Ask each time' },
  { value: 'acceptEdits', label: 'Accept edits' },
  { value: 'plan', label: 'Plan first' },
] as const satisfies readonly { value: StartMode; label: string }[];

export function Claude({ disabledReason }: SectionProps) {
  const [{ claude }, change] = useChange();
  const setModel = (text: string) => {
    const model = text.trim() === '' ? null : text.trim();
    change({ claude: { model } }, model === null ? 'Claude chooses its model' : `The model is ${model}`);
  };
  return (
    <>
      <div className={styles['group']}>
        <SeatChoice disabledReason={disabledReason} />
        <SettingRow
          name="Permission"
          hint="What Claude may do before it asks, when a session is started without saying so."
        >
          <Segments
            label="Permission"
            value={claude.permission_mode}
            choices={MODES}
            disabledReason={disabledReason}
            onChange={(permission_mode) =>
              change(
                { claude: { permission_mode } },
                `Permission: ${MODES.find(({ value }) => value === permission_mode)?.label}`,
              )
            }
          />
        </SettingRow>
        <KeptText
          name="Model"
          hint="Handed to Claude as it is, for example sonnet or opus. Empty: Claude's own choice."
          isMono
          value={claude.model ?? ''}
          placeholder="Claude's choice"
          check={modelProblem}
          disabledReason={disabledReason}
          onKeep={setModel}
        />
      </div>
      <ClaudeProgram disabledReason={disabledReason} />
    </>
  );
}
