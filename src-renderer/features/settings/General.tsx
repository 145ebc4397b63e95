import { useSettingsState } from '../../app/state/settings';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Chat } from './Chat';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

export function General({ disabledReason }: SectionProps) {
  const { file } = useSettingsState();
  const reload = useCommand('settings.reload');
  return (
    <div className={styles['group']}>
      <Chat disabledReason={disabledReason} />
      <SettingRow
        name="Settings file"
        hint={
          <>
            <code className={styles['path']}>{file}</code> can be edited by hand. A change counts once it is
            saved; what we do not know in it stays.
          </>
        }
      >
        <span className={styles['times']}>
          <CopyButton text={file} />
          <Button
            size="s"
            variant="quiet"
            isLoading={reload.isRunning}
            loadingLabel="Reading…"
            onClick={() => void reload.run({})}
          >
            Read it again
          </Button>
        </span>
      </SettingRow>
    </div>
  );
}
