import type { BeadId } from '@domain/ids';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/Notice';
import { TextArea } from '../../ui/TextArea';
import { beadSentences } from './bead-errors';
import { Failure } from './FieldNotes';
import { useBeads } from './use-beads';

/** `argument`: the bead's id. What holds it is said in the tracker's terms, with a way to close it all the same. */
export function CloseBeadDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const bead = useBeads().value?.beads.find((each) => each.id === argument);
  const command = useCommand('beads.close');
  const [reason, setReason] = useState('');
  const [held, setHeld] = useState<Sentences | null>(null);
  const [failure, setFailure] = useState<Sentences | null>(null);
  const run = async (isForced: boolean) => {
    if (project === null || command.isRunning) return;
    setFailure(null);
    const result = await command.run({
      project: project.path,
      id: argument as BeadId,
      reason: reason.trim() || undefined,
      force: isForced,
    });
    if (result.ok) close();
    else if (result.error.code === 'blocked-close' && !isForced) setHeld(beadSentences(result.error));
    else setFailure(beadSentences(result.error));
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={held === null ? `Close ${argument}?` : `Close ${argument} all the same?`}
      description={bead?.title}
      onSubmit={() => void run(held !== null)}
      footer={
        <>
          <Button onClick={close}>Leave it open</Button>
          <Button
            type="submit"
            variant={held === null ? 'primary' : 'danger'}
            isLoading={command.isRunning}
            loadingLabel="Closing…"
          >
            {held === null ? 'Close bead' : 'Close all the same'}
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        rows={3}
        value={reason}
        hint="Optional. It is kept with the bead."
        onChange={(event) => setReason(event.target.value)}
      />
      {held !== null && (
        <Notice tone="waiting" title={held.happened} isAnnounced>
          {held.safe} {held.next}
        </Notice>
      )}
      <Failure of={failure} />
    </Dialog>
  );
}
