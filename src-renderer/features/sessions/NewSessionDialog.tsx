import type { BeadId } from '@domain/ids';
import { useRef, useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { TextArea } from '../../ui/TextArea';
import { openSession } from './SessionRow';
import { sessionSentences } from './session-errors';

const BEAD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** `argument`: the bead whose card asked for it, or nothing. */
export function NewSessionDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const create = useCommand('sessions.create');
  const first = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [objective, setObjective] = useState('');
  const [bead, setBead] = useState(argument);
  const [failure, setFailure] = useState<Sentences | null>(null);
  if (project === null) return null;
  const beadError =
    bead.trim() !== '' && !BEAD.test(bead.trim()) ? 'This is not the id of a bead, like tide-3qa.' : null;

  const make = async () => {
    if (beadError !== null) return;
    const result = await create.run({
      project: project.path,
      title: title.trim() || undefined,
      objective: objective.trim() || undefined,
      bead_id: (bead.trim() || undefined) as BeadId | undefined,
    });
    if (!result.ok) {
      setFailure(sessionSentences(result.error));
      return;
    }
    close();
    openSession(result.value);
  };

  return (
    <Dialog
      isOpen
      onClose={close}
      title={argument === '' ? 'New session' : `New session for ${argument}`}
      initialFocus={first}
      onSubmit={() => void make()}
      footerNote="Kept as a draft. Nothing is started."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={create.isRunning} loadingLabel="Saving…">
            Save draft
          </Button>
        </>
      }
    >
      <Field
        ref={first}
        label="Title"
        value={title}
        maxLength={500}
        placeholder={argument === '' ? 'What it is about' : 'The bead’s title, unless you write one'}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Objective"
        value={objective}
        rows={3}
        hint="What should be true when it is done."
        onChange={(event) => setObjective(event.target.value)}
      />
      <Field
        label="Bead"
        isMono
        value={bead}
        error={beadError}
        hint="Optional. A session belongs to one bead at most."
        onChange={(event) => setBead(event.target.value)}
      />
      {failure !== null && (
        <Notice tone="broken" title={failure.happened} details={failure.details} isAnnounced>
          {failure.safe} {failure.next}
        </Notice>
      )}
    </Dialog>
  );
}
