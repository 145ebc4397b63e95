import type { ResumePlan } from '@domain/work/resume-plan';
import { GitFork } from 'lucide-react';
import { useState } from 'react';
import { useSendKey } from '../../../app/keymap/use-keymap';
import { useProject } from '../../../app/state/project';
import { openOverlay } from '../../../app/state/window';
import { useQueryEntry } from '../../../bridge/react';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/Notice';
import { Skeleton } from '../../../ui/Skeleton';
import { openSession } from '../SessionRow';
import { sessionSentences } from '../session-errors';
import { type SeenSession, titleOf } from '../session-words.logic';
import { useSessionEdits } from '../use-session-edits';
import { useNow, useSession } from '../use-sessions';
import { ChangedSince } from './ChangedSince';
import { CheckLine } from './CheckLine';
import { LastMessages } from './LastMessages';
import { RestoreLine } from './RestoreLine';
import { ResumePrompt } from './ResumePrompt';
import { checkLine, checksOf, isLasting } from './resume-checks.logic';
import { factsOf, graveWords, unknownWords } from './resume-facts.logic';
import { typedFor } from './resume-wish';
import { pausedLine } from './resume-words.logic';

export function ResumeDialog({ argument, close }: { argument: string; close: () => void }) {
  const session = useSession(argument);
  return session === null ? null : <Resume key={session.id} session={session} close={close} />;
}

type ResumeProps = { session: SeenSession; close: () => void };

function Resume({ session, close }: ResumeProps) {
  const project = useProject()?.path;
  const now = useNow(false);
  const edit = useSessionEdits(session);
  const sendKey = useSendKey();
  const {
    data: plan,
    error,
    isFetching,
    refetch,
  } = useQueryEntry('resuming.plan', { project, id: session.id }, { isFresh: true });
  const [edited, setEdited] = useState<string | null>(() => typedFor(session.id));
  const prompt = edited ?? plan?.prompt ?? '';
  const bar = barOf(plan, isFetching);
  const resume = () => {
    if (bar !== null) return;
    // What goes wrong from here on is said in the panel, where Claude's own terminal is too.
    close();
    openSession(session);
    void edit('sessions.resume', { prompt });
  };
  const startFresh = () => openOverlay('hand-off-session', session.id);
  const isFresh = plan !== undefined && isLasting(plan.obstacle);
  const grave = plan === undefined ? null : graveWords(plan, now);
  const fresh = (
    <Button icon={GitFork} variant={isFresh ? 'primary' : 'quiet'} isFlush={!isFresh} onClick={startFresh}>
      Start fresh with a hand-off
    </Button>
  );
  return (
    <Dialog
      isOpen
      onClose={close}
      size="l"
      title={`Resume “${titleOf(session)}”`}
      description={pausedLine(session, now)}
      onSubmit={isFresh ? startFresh : resume}
      footerNote={isFresh ? null : fresh}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {isFresh ? (
            fresh
          ) : (
            <Button type="submit" variant="primary" shortcut={sendKey} disabledReason={bar}>
              {grave === null ? 'Resume' : 'Resume all the same'}
            </Button>
          )}
        </>
      }
    >
      {error !== null && <NoPlan failure={error.failure} onRetry={() => void refetch()} />}
      {plan === undefined && error === null && <Skeleton lines={8} label="Looking at what changed" />}
      {plan !== undefined && (
        <>
          <CheckLine
            line={checkLine(plan)}
            checks={checksOf(plan)}
            isChecking={isFetching}
            onCheckAgain={() => void refetch()}
          />
          {plan.obstacle?.code === 'transcript-missing' && (
            <RestoreLine sessionId={session.id} onRestored={() => void refetch()} />
          )}
          {grave !== null && (
            <Notice tone="waiting" title={grave}>
              Nothing has run yet. Look at the bead, then resume all the same or leave it.
            </Notice>
          )}
          <ChangedSince facts={factsOf(plan, now)} unknown={unknownWords(plan)} />
          <LastMessages messages={plan.last_messages} now={now} />
          {!isFresh && (
            <ResumePrompt
              text={prompt}
              isDefault={edited === null || edited === plan.prompt}
              onChange={setEdited}
              onDefault={() => setEdited(null)}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function barOf(plan: ResumePlan | undefined, isFetching: boolean): string | null {
  if (plan === undefined) return isFetching ? 'Looking at what changed…' : null;
  return plan.obstacle === null ? null : sessionSentences(plan.obstacle).happened;
}

type NoPlanProps = { failure: Parameters<typeof sessionSentences>[0]; onRetry: () => void };

/** What changed cannot be told; whether to go on all the same is the person's to say. */
function NoPlan({ failure, onRetry }: NoPlanProps) {
  const { happened, safe, next, details } = sessionSentences(failure);
  return (
    <Notice
      tone="waiting"
      title={happened}
      details={details}
      actions={
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {safe} {next}
    </Notice>
  );
}
