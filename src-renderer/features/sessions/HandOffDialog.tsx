import { useState } from 'react';
import { useProject } from '../../app/state/project';
import type { Sentences } from '../../app/words';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Notice } from '../../ui/Notice';
import { TextArea } from '../../ui/TextArea';
import { useLastWords } from '../chat';
import { handOffNote } from './hand-off-note.logic';
import { tellRefusal } from './run-refusals';
import { openSession } from './SessionRow';
import { sessionSentences } from './session-errors';
import { type SeenSession, titleOf } from './session-words.logic';
import { useStart } from './use-session-edits';
import { useSession } from './use-sessions';

export function HandOffDialog({ argument, close }: { argument: string; close: () => void }) {
  const session = useSession(argument);
  const lastWords = useLastWords(argument);
  // Filled in once the last answer is known; from then on it is the person's.
  if (session === null || lastWords === 'loading') return null;
  return <HandOff session={session} first={handOffNote(session, lastWords)} close={close} />;
}

type HandOffProps = { session: SeenSession; first: string; close: () => void };

function HandOff({ session, first, close }: HandOffProps) {
  const client = useClient();
  const project = useProject()?.path;
  const start = useStart();
  const [note, setNote] = useState(first);
  const [title, setTitle] = useState(titleOf(session));
  const [doing, setDoing] = useState<'keep' | 'start' | null>(null);
  const [failure, setFailure] = useState<Sentences | null>(null);
  const isEmpty = note.trim() === '' ? 'Say what the next session should know.' : null;

  const handOff = async (then: 'keep' | 'start') => {
    if (isEmpty !== null || doing !== null) return;
    setDoing(then);
    const wish = { id: session.id, project, seed: note, title: title.trim() || undefined };
    const result = await client.call('sessions.handOff', wish);
    setDoing(null);
    if (!result.ok) {
      setFailure(sessionSentences(result.error));
      return;
    }
    const { child } = result.value;
    tellRefusal(session.id, null);
    close();
    openSession(child);
    if (then === 'start') await start(child);
  };

  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Hand off ${titleOf(session)}`}
      description={
        session.status === 'closed'
          ? 'The next session of the chain goes on with all that was said here.'
          : 'This session ends, and the next one of its chain begins with this note. Bead, agent and branch go along.'
      }
      onSubmit={() => void handOff('start')}
      failure={
        failure !== null && (
          <Notice tone="broken" title={failure.happened} details={failure.details}>
            {failure.safe} {failure.next}
          </Notice>
        )
      }
      footerNote={
        <Button
          variant="quiet"
          disabledReason={isEmpty}
          isLoading={doing === 'keep'}
          loadingLabel="Handing off…"
          onClick={() => void handOff('keep')}
        >
          Keep it as a draft
        </Button>
      }
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={isEmpty}
            isLoading={doing === 'start'}
            loadingLabel="Handing off…"
          >
            Hand off and start
          </Button>
        </>
      }
    >
      <Field
        label="Title of the next session"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label="Note for the next session"
        rows={12}
        value={note}
        maxLength={100_000}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}
