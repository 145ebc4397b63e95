import type { EndPlan, EndWish } from '@domain/work/end-plan';
import { type ReactNode, useState } from 'react';
import { gitSentences } from '../../../app/git-words';
import { useSendKey } from '../../../app/keymap/use-keymap';
import { useProject } from '../../../app/state/project';
import type { Sentences } from '../../../app/words';
import { useClient, useQueryEntry } from '../../../bridge/react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { FailureNotice } from '../../../ui/FailureNotice';
import { Segments } from '../../../ui/Segments';
import { Skeleton } from '../../../ui/Skeleton';
import { showToast } from '../../../ui/toast-store';
import { readInHistory } from '../SessionRow';
import { sessionSentences } from '../session-errors';
import { type SeenSession, titleOf } from '../session-words.logic';
import { useNow, useSession } from '../use-sessions';
import { BeadPart } from './BeadPart';
import { type EndForm, type EndPartProps, firstForm, wishOf } from './end-form.logic';
import { doneLine, stoppedSentences } from './end-words.logic';
import { UncommittedPart } from './UncommittedPart';
import { WorktreePart } from './WorktreePart';

type EndProps = { argument: string; close: () => void };

export function EndDialog({ argument, close }: EndProps) {
  const session = useSession(argument);
  if (session === null) return null;
  // It may have been ended elsewhere while this was open.
  return session.status === 'closed' ? (
    <Over session={session} close={close} />
  ) : (
    <End key={session.id} session={session} close={close} />
  );
}

type OneProps = { session: SeenSession; close: () => void };

function Over({ session, close }: OneProps) {
  return (
    <Dialog
      isOpen
      onClose={close}
      size="s"
      title={`“${titleOf(session)}” is closed`}
      footer={<Button onClick={close}>Close</Button>}
    >
      <p>It has ended. It can be read, tagged and exported.</p>
    </Dialog>
  );
}

const OUTCOMES = [
  { value: 'done', label: 'Done' },
  { value: 'abandoned', label: 'Abandoned' },
] as const satisfies readonly { value: EndWish['outcome']; label: string }[];

function End({ session, close }: OneProps) {
  const client = useClient();
  const project = useProject()?.path;
  const sendKey = useSendKey();
  const one = { project, id: session.id };
  const { data: plan, error, refetch } = useQueryEntry('ending.plan', one, { isFresh: true });
  const [edited, setEdited] = useState<Partial<EndForm>>({});
  const [isEnding, setEnding] = useState(false);
  const [failure, setFailure] = useState<Sentences | null>(null);
  const isDraft = session.status === 'draft';
  const now = useNow(session.status === 'active');
  const end = async () => {
    if (isEnding || plan === undefined) return;
    setEnding(true);
    setFailure(null);
    const wish = wishOf({ ...firstForm(plan), ...edited }, plan);
    const result = await client.call('ending.end', { ...one, wish });
    setEnding(false);
    if (!result.ok) {
      setFailure(
        result.error.code === 'end-stopped' ? stoppedSentences(result.error) : sessionSentences(result.error),
      );
      return;
    }
    close();
    sayEnded(session, plan, wish);
    const kept = result.value.worktree_kept;
    if (kept !== null) {
      const { happened, safe, next } = gitSentences(kept);
      showToast({ title: happened, text: `${safe} ${next}`, tone: 'waiting', isSticky: true });
    }
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      size={isDraft ? 's' : 'l'}
      title={`End “${titleOf(session)}”?`}
      description={isDraft ? undefined : doneLine(session, plan, now)}
      onSubmit={() => void end()}
      failure={failure !== null && <Failure words={failure} />}
      footerNote="A closed session can be read, tagged and exported."
      footer={
        <>
          <Button onClick={close}>Keep open</Button>
          <Button
            type="submit"
            variant="primary"
            shortcut={sendKey}
            disabledReason={plan === undefined ? 'Looking at what was done…' : null}
            isLoading={isEnding}
            loadingLabel="Ending…"
          >
            End session
          </Button>
        </>
      }
    >
      {isDraft && <p>It was never started, so nothing has to be stopped. It is kept as abandoned.</p>}
      {plan === undefined && error === null && <Skeleton lines={8} label="Looking at what was done" />}
      {error !== null && (
        <Failure words={sessionSentences(error.failure)}>
          <Button size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </Failure>
      )}
      {plan !== undefined && !isDraft && (
        <Parts
          plan={plan}
          form={{ ...firstForm(plan), ...edited }}
          change={(part) => setEdited((before) => ({ ...before, ...part }))}
        />
      )}
    </Dialog>
  );
}

function Parts(props: EndPartProps) {
  return (
    <>
      <div>
        <Segments
          label="How did it end"
          value={props.form.outcome}
          choices={OUTCOMES}
          onChange={(outcome) => props.change({ outcome, isMoving: outcome === 'done' })}
        />
      </div>
      <BeadPart {...props} />
      <UncommittedPart {...props} />
      <WorktreePart {...props} />
    </>
  );
}

/** The view shows the session closed; what else became of it may be off the screen. */
function sayEnded(session: SeenSession, { bead }: EndPlan, { move }: EndWish): void {
  if (bead === null || move === null) return;
  showToast({
    title: `${bead.id} is in review`,
    text: `“${titleOf(session)}” has ended, and its log is in the notes.`,
    tone: 'good',
    action: { label: 'Read it in History', run: () => readInHistory(session.id) },
  });
}

function Failure({ words, children }: { words: Sentences; children?: ReactNode }): ReactNode {
  return <FailureNotice words={words} actions={children} />;
}
