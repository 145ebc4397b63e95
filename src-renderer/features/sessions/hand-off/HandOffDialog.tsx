import { useState } from 'react';
import { useSendKey } from '../../../app/keymap/use-keymap';
import { useProject } from '../../../app/state/project';
import type { Sentences } from '../../../app/words';
import { useClient, useQueryEntry } from '../../../bridge/react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { TextArea } from '../../../ui/TextArea';
import { tellRefusal } from '../run-refusals';
import { openSession } from '../SessionRow';
import { sessionSentences } from '../session-errors';
import { type SeenSession, titleOf } from '../session-words.logic';
import { useStart } from '../use-session-edits';
import { useSession } from '../use-sessions';
import { handOffSentences } from './hand-off-words.logic';
import { agentWish, useWays } from './use-ways';
import { WaysFields } from './WaysFields';

export function HandOffDialog({ argument, close }: { argument: string; close: () => void }) {
  const session = useSession(argument);
  return session === null ? null : <HandOff key={session.id} session={session} close={close} />;
}

function Failure({ words: { happened, safe, next, details } }: { words: Sentences }) {
  return (
    <Notice tone="broken" title={happened} details={details} isAnnounced>
      {safe} {next}
    </Notice>
  );
}

type HandOffProps = { session: SeenSession; close: () => void };

function HandOff({ session, close }: HandOffProps) {
  const client = useClient();
  const project = useProject()?.path;
  const start = useStart();
  const sendKey = useSendKey();
  const one = { project, id: session.id };
  const { data: plan, error } = useQueryEntry('resuming.note', one, { isFresh: true });
  // Filled in once it is known; from the first key on it is the person's.
  const [edited, setNote] = useState<string | null>(null);
  const note = edited ?? plan?.note ?? '';
  const [title, setTitle] = useState(titleOf(session));
  const [doing, setDoing] = useState<'keep' | 'start' | null>(null);
  const [failure, setFailure] = useState<Sentences | null>(null);
  const { ways, change, choices } = useWays(session, error === null ? plan?.can_use_worktree : false);
  const isLoading = plan === undefined && error === null;
  const isEmpty = isLoading
    ? 'Writing the note…'
    : note.trim() === ''
      ? 'Say what the next session should know.'
      : ways.where === 'worktree' && ways.branch.trim() === ''
        ? 'Name the branch of the new worktree.'
        : null;

  const handOff = async (then: 'keep' | 'start') => {
    if (isEmpty !== null || doing !== null) return;
    setDoing(then);
    setFailure(null);
    const wish = { ...one, seed: note, title: title.trim() || undefined, ...agentWish(session, ways) };
    const result =
      ways.where === 'worktree'
        ? await client.call('starting.handOff', { ...wish, branch: ways.branch.trim(), place: null })
        : await client.call('sessions.handOff', wish);
    setDoing(null);
    if (!result.ok) {
      setFailure(handOffSentences(result.error));
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
      size="l"
      title={`Hand off “${titleOf(session)}”`}
      description={
        session.status === 'closed'
          ? 'The next session of the chain goes on with all that was said here.'
          : 'This session ends, and the next one of its chain begins with this note. The bead goes along.'
      }
      onSubmit={() => void handOff('start')}
      failure={failure !== null && <Failure words={failure} />}
      footerNote={
        <Button
          variant="quiet"
          isFlush
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
            shortcut={sendKey}
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
      <WaysFields ways={ways} change={change} choices={choices} />
      {error !== null && <Failure words={sessionSentences(error.failure)} />}
      {isLoading && <Skeleton lines={8} label="Writing the note" />}
      {!isLoading && (
        <TextArea
          label="Note for the next session"
          hint="Goal, state, decisions, files, open points, next step: what nobody wrote down is left empty for you."
          rows={14}
          value={note}
          maxLength={100_000}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </Dialog>
  );
}
