import { Undo2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { ViewHeader } from '../../app/frame/ViewHeader';
import type { Action } from '../../app/keymap/action';
import { useActions } from '../../app/keymap/action-store';
import { undoSettings, useSettingsEdit, useSettingsState } from '../../app/state/settings';
import { useClient, useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { ErrorRegion } from '../../ui/ErrorRegion';
import { FailureNotice } from '../../ui/FailureNotice';
import { Notice } from '../../ui/Notice';
import { SectionNav } from './SectionNav';
import styles from './SettingsView.module.css';
import { SECTIONS } from './sections';
import { problemSentences, settingsSentences } from './settings-errors';
import { useSection } from './use-section';

export function SettingsView({ rest }: { rest: string }) {
  const client = useClient();
  const { problem } = useSettingsState();
  const { undo, failure } = useSettingsEdit();
  const reload = useCommand('settings.reload');
  const page = useRef<HTMLDivElement>(null);
  const current = useSection(page, rest);
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
        view: 'settings',
        isAvailable: () => useSettingsEdit.getState().undo !== null,
        run: () => void undoSettings(client),
      },
    ],
    [client],
  );
  useActions(actions);
  const disabledReason = problem === null ? null : 'Mend the settings file first';
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
      <div className={styles['page']} ref={page}>
        <SectionNav current={current} />
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
          {refused !== null && problem === null && <FailureNotice words={refused} />}
          {SECTIONS.map(({ id, name, sentence, Content }) => (
            <section key={id} id={`settings-${id}`} aria-labelledby={`settings-${id}-name`} data-section={id}>
              <h2 id={`settings-${id}-name`} className={styles['heading']} tabIndex={-1}>
                {name}
              </h2>
              <p className={styles['sentence']}>{sentence}</p>
              <ErrorRegion name={name}>
                <div className={styles['body']}>
                  <Content disabledReason={disabledReason} />
                </div>
              </ErrorRegion>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
