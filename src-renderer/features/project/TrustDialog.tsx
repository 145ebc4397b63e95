import { useState } from 'react';
import { refreshProject, useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { projectSentences } from './project-errors';
import styles from './TrustDialog.module.css';

export function TrustDialog({ close }: { argument: string; close: () => void }) {
  const project = useProject();
  const trust = useCommand('projects.trust');
  const [failure, setFailure] = useState<Sentences | null>(null);
  if (project === null) return null;
  const isTrusting = !project.is_trusted;
  const decide = async () => {
    const result = await trust.run({ path: project.path, is_trusted: isTrusting });
    if (!result.ok) {
      setFailure(projectSentences(result.error));
      return;
    }
    refreshProject(result.value);
    close();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isTrusting ? `Trust ${project.name}?` : `Stop trusting ${project.name}?`}
      description={<code>{project.path}</code>}
      onSubmit={() => void decide()}
      footerNote="You can change this at any time."
      footer={
        <>
          <Button onClick={close}>{isTrusting ? 'Not now' : 'Keep trusting it'}</Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={trust.isRunning}
            loadingLabel={isTrusting ? 'Trusting…' : 'Changing…'}
          >
            {isTrusting ? 'Trust project' : 'Stop trusting'}
          </Button>
        </>
      }
    >
      {isTrusting ? (
        <>
          <p>A project can carry code that runs on your computer. Trust it when you know who wrote it.</p>
          <ul className={styles['list']}>
            <li>Changing beads runs bd, and bd runs the hooks in the folder .beads/hooks.</li>
            <li>Sessions started without a terminal skip Claude's own question about trust.</li>
            <li>Its privacy file may loosen what is redacted, and its own programs may be used.</li>
          </ul>
        </>
      ) : (
        <p>
          Reading the board, the history and every file goes on. Changing beads and starting work wait until
          you trust it again.
        </p>
      )}
      {failure !== null && <FailureNotice words={failure} />}
    </Dialog>
  );
}
