import { useProject } from '../../app/state/project';
import { useSettingsState } from '../../app/state/settings';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { startTour } from '../tour';
import { Chat } from './Chat';
import { SettingRow } from './SettingRow';
import styles from './SettingsView.module.css';
import type { SectionProps } from './section';

export function General({ disabledReason }: SectionProps) {
  const { file } = useSettingsState();
  const hasProject = useProject() !== null;
  const reload = useCommand('settings.reload');
  return (
    <div className={styles['group']}>
      <Chat disabledReason={disabledReason} />
      <SettingRow
        name="Tour"
        hint="Five steps around the window. It was offered once and does not come back by itself."
      >
        <Button size="s" disabledReason={hasProject ? null : 'Open a project first'} onClick={startTour}>
          Show it
        </Button>
      </SettingRow>
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
