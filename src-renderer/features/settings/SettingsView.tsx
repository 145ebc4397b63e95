import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { undoSettings, useSettingsEdit, useSettingsState } from '../../app/state/settings';
import { useClient, useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { Appearance } from './Appearance';
import { Budget } from './Budget';
import { Chat } from './Chat';
import { ClaudeProgram } from './ClaudeProgram';
import { Keys } from './Keys';
import { Notices } from './Notices';
import { SessionLimits } from './SessionLimits';
import styles from './SettingsView.module.css';
import { problemSentences, settingsSentences } from './settings-errors';

export function SettingsView() {
  const client = useClient();
  const { problem, file } = useSettingsState();
  const { undo, failure } = useSettingsEdit();
  const reload = useCommand('settings.reload');
  const words = problem === null ? null : problemSentences(problem);
  // While the file is in the way the notice of the problem says it; once it is mended, it is no longer true.
  const refused =
    failure === null || failure.code === 'settings-in-the-way' ? null : settingsSentences(failure);
  const actions = useMemo<readonly Action[]>(
    () => [
      {
        id: 'settings.undo',
        name: 'Undo the last change of a setting',
        chord: 'mod+z',
        section: 'Settings',
        isAvailable: () => useSettingsEdit.getState().undo !== null,
        run: () => void undoSettings(client),
      },
    ],
    [client],
  );
  useActions(actions);
  return (
    <>
      <ViewHeader title="Settings">
        <span role="status" className={styles['changed']}>
          {undo?.words}
        </span>
        {undo !== null && (
          <Button icon={Undo2} onClick={() => void undoSettings(client)}>
            Undo
          </Button>
        )}
      </ViewHeader>
      <div className={styles['page']}>
        <div className={styles['column']}>
          {words !== null && (
            <Notice
              tone="waiting"
              title={words.happened}
              details={words.details}
              actions={
                <Button
                  size="s"
                  isLoading={reload.isRunning}
                  loadingLabel="Reading…"
                  onClick={() => void reload.run({})}
                >
                  Reload the file
                </Button>
              }
            >
              {words.safe} {words.next}
            </Notice>
          )}
          {refused !== null && problem === null && (
            <Notice tone="broken" title={refused.happened} details={refused.details} isAnnounced>
              {refused.safe} {refused.next}
            </Notice>
          )}
          <Appearance disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <Chat disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <ClaudeProgram disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <SessionLimits disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <Notices disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <Budget disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <Keys disabledReason={problem === null ? null : 'Mend the settings file first'} />
          <p className={styles['file']}>
            Kept in <code>{file}</code>. You can edit it by hand; what we do not know in it stays.
          </p>
        </div>
      </div>
    </>
  );
}
