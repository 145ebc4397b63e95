import { useState } from 'react';
import { openOverlay } from '../../app/state/window';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { useLastLines } from '../chat';
import { tellRefusal, useRefusal } from './run-refusals';
import styles from './SessionPanel.module.css';
import { sessionSentences } from './session-errors';
import { canHandOff, type SeenSession } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';

const SHOWN_LINES = 5;

/** Between the bar and the tabs: why it does not run, and the way on. */
export function RunNotice({ session }: { session: SeenSession }) {
  const refusal = useRefusal(session.id);
  const isCrashed = session.status === 'paused' && session.pause_reason === 'crash';
  if (refusal !== null) return <Refused session={session} />;
  return isCrashed && session.pending === undefined ? <Crashed session={session} /> : null;
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

function RunAgain({ session, verb }: { session: SeenSession; verb: string }) {
  const edit = useSessionEdits(session);
  const [isAsked, setAsked] = useState(false);
  const run = async () => {
    setAsked(true);
    await edit(session.status === 'draft' ? 'sessions.start' : 'sessions.resume', {});
    setAsked(false);
  };
  return (
    <Button size="s" isLoading={isAsked} loadingLabel="Starting…" onClick={() => void run()}>
      {verb}
    </Button>
  );
}
