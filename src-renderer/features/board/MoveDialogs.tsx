import { useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { FailureNotice } from '../../ui/FailureNotice';
import { beadSentences, useBeads } from '../bead';
import { announce, rememberUndo } from './board-state';
import { readWish } from './use-moves';

type DialogProps = { readonly argument: string; readonly close: () => void };

function useWish(argument: string, close: () => void) {
  const wish = readWish(argument);
  const client = useClient();
  const project = useProject();
  const [failure, setFailure] = useState<Sentences | null>(null);
  const [isRunning, setRunning] = useState(false);
  const bead = useBeads().value?.beads.find((each) => each.id === wish.id);
  const move = async (isForced: boolean) => {
    if (project === null || bead === undefined) return;
    setRunning(true);
    const { status } = wish;
    const result = await client.call('beads.move', {
      project: project.path,
      id: bead.id,
      status,
      force: isForced,
    });
    setRunning(false);
    if (!result.ok) {
      setFailure(beadSentences(result.error));
      return;
    }
    rememberUndo(result.value.undo);
    announce(`${wish.id} moved to ${wish.title}.`);
    close();
  };
  const addStatus = async () => {
    if (project === null) return;
    setRunning(true);
    const result = await client.call('beads.configure_status', {
      project: project.path,
      name: wish.status,
      consent: true,
    });
    setRunning(false);
    if (result.ok) await move(false);
    else setFailure(beadSentences(result.error));
  };
  return { wish, failure, isRunning, move, addStatus };
}

function Failure({ of: failure }: { of: Sentences | null }) {
  return failure !== null && <FailureNotice words={failure} />;
}

/** The tracker keeps a bead that waits for others, or has open children, from being closed. */
export function MoveBlockedDialog({ argument, close }: DialogProps) {
  const { wish, failure, isRunning, move } = useWish(argument, close);
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={`Close ${wish.id} all the same?`}
      onSubmit={() => void move(true)}
      footer={
        <>
          <Button data-first-focus onClick={close}>
            Leave it open
          </Button>
          <Button type="submit" variant="danger" isLoading={isRunning} loadingLabel="Closing…">
            Close all the same
          </Button>
        </>
      }
    >
      <p>{wish.why} Nothing was changed so far.</p>
      <Failure of={failure} />
    </Dialog>
  );
}

/** A status the project's tracker does not know yet is added to its configuration only with the person's word. */
export function AddStatusDialog({ argument, close }: DialogProps) {
  const { wish, failure, isRunning, addStatus } = useWish(argument, close);
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={`Add the status ${wish.status}?`}
      onSubmit={() => void addStatus()}
      footerNote="It is written into the project’s own configuration."
      footer={
        <>
          <Button data-first-focus onClick={close}>
            Not now
          </Button>
          <Button type="submit" variant="primary" isLoading={isRunning} loadingLabel="Adding…">
            Add it and move the bead
          </Button>
        </>
      }
    >
      <p>{`The tracker of this project does not know “${wish.status}”. With it, ${wish.id} can stand in ${wish.title}.`}</p>
      <Failure of={failure} />
    </Dialog>
  );
}
