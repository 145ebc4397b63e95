import type { Bead } from '@domain/bead/record';
import type { BeadId, FolderPath } from '@domain/ids';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useCommand, useQueryEntry } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { TextArea } from '../../ui/TextArea';
import { openSession } from './SessionRow';
import { sessionSentences } from './session-errors';
import { useStart } from './use-session-edits';

const BEAD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** `argument`: the bead whose card asked for it, or nothing. For a bead it is started at once, unless only kept. */
export function NewSessionDialog({ argument, close }: { argument: string; close: () => void }) {
  const project = useProject();
  const create = useCommand('sessions.create');
  const first = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [objective, setObjective] = useState('');
  const [bead, setBead] = useState(argument);
  const [prompt, setPrompt] = useState<string | null>(null);
  const asked = useBeadAsked(argument);
  const suggested = firstPrompt(argument, asked);
  const start = useStart();
  const isForBead = argument !== '';
  const [failure, setFailure] = useState<Sentences | null>(null);
  if (project === null) return null;
  const beadError =
    bead.trim() !== '' && !BEAD.test(bead.trim()) ? 'This is not the id of a bead, like tide-3qa.' : null;

  const make = async (isStarted: boolean) => {
    if (beadError !== null) return;
    const result = await create.run({
      project: project.path,
      title: title.trim() || asked?.title,
      objective: objective.trim() || undefined,
      prompt: (prompt ?? suggested).trim() || undefined,
      bead_id: (bead.trim() || undefined) as BeadId | undefined,
    });
    if (!result.ok) {
      setFailure(sessionSentences(result.error));
      return;
    }
    close();
    openSession(result.value);
    if (isStarted) await start(result.value);
  };

  return (
    <Dialog
      isOpen
      onClose={close}
      title={argument === '' ? 'New session' : `New session for ${argument}`}
      initialFocus={first}
      onSubmit={() => void make(isForBead)}
      footerNote={isForBead ? null : 'Kept as a draft. Nothing is started.'}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {isForBead && <Button onClick={() => void make(false)}>Save draft</Button>}
          <Button
            type="submit"
            variant="primary"
            icon={isForBead ? Play : undefined}
            isLoading={create.isRunning}
            loadingLabel="Saving…"
          >
            {isForBead ? 'Start Claude' : 'Save draft'}
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
      {isForBead && (
        <TextArea
          label="First prompt"
          value={prompt ?? suggested}
          rows={3}
          hint="Claude begins with it."
          onChange={(event) => setPrompt(event.target.value)}
        />
      )}
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

/** The bead whose card asked, once it is known. */
function useBeadAsked(id: string): Bead | undefined {
  const project = useProject();
  const input = { project: project?.path ?? ('' as FolderPath), id: id as BeadId };
  return useQueryEntry('beads.show', input, { isEnabled: id !== '' && project !== null }).data?.bead;
}

/** Until a person writes their own: the bead by its id and title, and what it says. */
function firstPrompt(id: string, bead: Bead | undefined): string {
  if (id === '') return '';
  if (bead === undefined) return `Work on ${id}.`;
  const { title, description = '' } = bead;
  return `Work on ${id}: ${title}${description === '' ? '' : `\n\n${description}`}`;
}
