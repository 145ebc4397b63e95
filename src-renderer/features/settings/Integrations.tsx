import { CopyButton } from '../../ui/CopyButton';
import { Hooks } from './Hooks';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';
import { Tokens } from './Tokens';
import { Trigger } from './Trigger';

const MCP_INSTALL = 'beads-console mcp install --yes';

export function Integrations({ disabledReason }: SectionProps) {
  return (
    <>
      <div className={styles['group']}>
        <Hooks />
        <SettingRow
          name="MCP"
          hint={
            <>
              Lets Claude look at past sessions and beads; it can change nothing. Tell it once:{' '}
              <code className={styles['path']}>{MCP_INSTALL}</code>
            </>
          }
        >
          <CopyButton text={MCP_INSTALL} />
        </SettingRow>
        <Trigger disabledReason={disabledReason} />
      </div>
      <Tokens />
    </>
  );
}
