import type { Outcome } from '@domain/session/values';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Segments } from '../../ui/Segments';
import { titleOf } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';
import { useSession } from './use-sessions';

const OUTCOMES = [
  { value: 'done', label: 'Done' },
  { value: 'abandoned', label: 'Abandoned' },
] as const satisfies readonly { value: Outcome; label: string }[];

export function EndDialog({ argument, close }: { argument: string; close: () => void }) {
  const session = useSession(argument);
  const edit = useSessionEdits({ id: argument as never });
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]['value']>('done');
  const [isEnding, setEnding] = useState(false);
  if (session === null) return null;
  const end = async () => {
    setEnding(true);
    const isEnded = await edit('sessions.close', session.status === 'draft' ? {} : { outcome });
    setEnding(false);
    if (isEnded) close();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={`End ${titleOf(session)}?`}
      onSubmit={() => void end()}
      footerNote="A closed session can be read, tagged and exported."
      footer={
        <>
          <Button onClick={close}>Keep open</Button>
          <Button type="submit" variant="primary" isLoading={isEnding} loadingLabel="Ending…">
            End session
          </Button>
        </>
      }
    >
      {session.status === 'draft' ? (
        <p>It was never started, so nothing has to be stopped. It is kept as abandoned.</p>
      ) : (
        <Segments label="How did it end" value={outcome} choices={OUTCOMES} onChange={setOutcome} />
      )}
    </Dialog>
  );
}
