import { useState } from 'react';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { useLastLines } from '../chat';
import { EndAnnouncedNotice } from './end/EndAnnouncedNotice';
import { useAnnounced } from './end/use-announced';
import { useGuardedResume } from './resume/use-guarded-resume';
import { tellRefusal, useRefusal } from './run-refusals';
import styles from './SessionPanel.module.css';
import { AttentionNotice, ClearedNotice, InLineNotice, LimitNotice } from './StateNotices';
import { sessionSentences } from './session-errors';
import { canHandOff, type SeenSession } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';

const SHOWN_LINES = 5;

/** Between the bar and the tabs: why it does not run, or not for long, and the way on. The most pressing one alone. */
export function RunNotice({ session, all }: { session: SeenSession; all: readonly SeenSession[] }) {
  const refusal = useRefusal(session.id);
  const announced = useAnnounced().find(({ session_id }) => session_id === session.id);
  const isStill = session.pending === undefined;
  if (refusal !== null) return <Refused session={session} />;
  if (announced !== undefined) return <EndAnnouncedNotice session={session} announced={announced} />;
  if (session.placeInLine !== undefined)
    return <InLineNotice session={session} place={session.placeInLine} />;
  // Before the limit: nothing resumes by itself on a bead that moved on.
  if (session.attention?.reason === 'bead-moved-on' && isStill) return <AttentionNotice session={session} />;
  if (session.status === 'paused' && isStill) {
    if (session.pause_reason === 'crash') return <Crashed session={session} />;
    if (session.pause_reason === 'usage_limit') return <LimitNotice session={session} />;
  }
  if (session.attention !== undefined && isStill) return <AttentionNotice session={session} />;
  if (session.source === 'clear' && session.status !== 'closed')
    return <ClearedNotice session={session} all={all} />;
  return null;
}

function Refused({ session }: { session: SeenSession }) {
  const failure = useRefusal(session.id);
  if (failure === null) return null;
  const { happened, safe, next, details } = sessionSentences(failure);
  return (
    <div className={styles['notice']}>
      <Notice
        tone="broken"
        title={happened}
        details={details}
        isAnnounced
        actions={
          <>
            {failure.code === 'project-untrusted' && (
              <Button size="s" onClick={() => openOverlay('project.trust')}>
                Trust this project…
              </Button>
            )}
            {failure.code === 'claude-not-logged-in' && <LogInThere session={session} />}
            <RunAgain session={session} verb="Try again" />
            {canHandOff(session) && (
              <Button size="s" variant="primary" onClick={() => openOverlay('hand-off-session', session.id)}>
                Start fresh with a hand-off…
              </Button>
            )}
            <Button size="s" variant="quiet" onClick={() => tellRefusal(session.id, null)}>
              Put away
            </Button>
          </>
        }
      >
        {safe} {next}
      </Notice>
    </div>
  );
}

function Crashed({ session }: { session: SeenSession }) {
  const told = useLastLines(session.id);
  const lines = told.length > 0 ? told : (session.error ?? '').split('\n').filter((line) => line !== '');
  return (
    <div className={styles['notice']}>
      <Notice
        tone="broken"
        title="Claude exited while it was working."
        details={lines.length > SHOWN_LINES ? lines.join('\n') : null}
        actions={
          <>
            <RunAgain session={session} verb="Resume" />
            <Button size="s" variant="quiet" onClick={() => openOverlay('hand-off-session', session.id)}>
              Hand off…
            </Button>
          </>
        }
      >
        Everything it wrote down is saved, and so are your files. Resume picks up from there.
        {lines.length > 0 && <pre className={styles['lines']}>{lines.slice(-SHOWN_LINES).join('\n')}</pre>}
      </Notice>
    </div>
  );
}

/** In its own terminal Claude asks for the login itself. */
function LogInThere({ session }: { session: SeenSession }) {
  const edit = useSessionEdits(session);
  const name = session.status === 'draft' ? 'sessions.start' : 'sessions.resume';
  return (
    <Button size="s" onClick={() => void edit(name, { seat: 'pty' })}>
      Log in with Claude’s own terminal
    </Button>
  );
}

function RunAgain({ session, verb }: { session: SeenSession; verb: string }) {
  const edit = useSessionEdits(session);
  const resume = useGuardedResume();
  const [isAsked, setAsked] = useState(false);
  const run = async () => {
    setAsked(true);
    if (session.status === 'draft') await edit('sessions.start', {});
    else await resume(session.id, {});
    setAsked(false);
  };
  return (
    <Button size="s" isLoading={isAsked} loadingLabel="Starting…" onClick={() => void run()}>
      {verb}
    </Button>
  );
}
