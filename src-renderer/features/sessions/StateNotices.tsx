import { CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { navigate } from '../../app/state/route';
import { changeSettings, useSettings } from '../../app/state/settings';
import { openOverlay } from '../../app/state/window';
import { clockWords } from '../../app/time-words';
import { useClient } from '../../bridge/react';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Notice } from '../../ui/Notice';
import { askResume } from './resume/resume-wish';
import styles from './SessionPanel.module.css';
import { openSession } from './SessionRow';
import { limitReset, ordinal, type SeenSession, titleOf } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';
import { useNow } from './use-sessions';

type OneProps = { session: SeenSession };

/** Paused, not done: Claude says when the plan is reset, and a switch lets it go on by itself then. */
export function LimitNotice({ session }: OneProps) {
  const client = useClient();
  const settings = useSettings();
  const now = useNow(false);
  const reset = limitReset(session);
  const isOver = reset !== null && Date.parse(reset) <= now;
  const isOn = settings.sessions.resume_after_limit;
  const change = (resume_after_limit: boolean) =>
    void changeSettings(
      client,
      settings,
      { sessions: { resume_after_limit } },
      `Sessions ${resume_after_limit ? 'go on' : 'stay paused'} after a usage limit`,
    );
  const when =
    reset === null ? 'Claude did not say when it is reset' : `The plan resets at ${clockWords(reset, now)}`;
  return (
    <div className={styles['notice']}>
      <Notice
        tone="limit"
        title={isOver ? 'The usage limit has been reset.' : 'Usage limit reached.'}
        actions={
          isOver || reset === null ? (
            <Button size="s" onClick={() => askResume(session.id)}>
              Resume…
            </Button>
          ) : (
            <Checkbox
              isSwitch
              label={`Resume at ${clockWords(reset, now)}`}
              hint="For every session that meets the limit, while the app runs."
              isChecked={isOn}
              onChange={change}
            />
          )
        }
      >
        {isOver
          ? 'The session is paused and can go on.'
          : `${when}; the session is paused, and everything is saved.`}
      </Notice>
    </div>
  );
}

/** Its place in the line, and the way out of it. */
export function InLineNotice({ session, place }: OneProps & { place: number }) {
  const edit = useSessionEdits(session);
  const { max_active } = useSettings().sessions;
  return (
    <div className={styles['notice']}>
      <Notice
        tone="info"
        title={`Waiting for a place: ${ordinal(place)} in line.`}
        actions={
          <>
            <Button size="s" onClick={() => void edit('sessions.stopWaiting', {})}>
              Stop waiting
            </Button>
            <Button size="s" variant="quiet" onClick={() => navigate('settings')}>
              Change how many may run
            </Button>
          </>
        }
      >
        {max_active === 1
          ? 'Only one session runs at a time. It starts by itself when that one ends.'
          : `${max_active} sessions run at once. It starts by itself when one of them ends.`}
      </Notice>
    </div>
  );
}

const ATTENTION = {
  'paused-too-long': {
    title: 'Paused for more than a week.',
    text: 'It is kept as it is. Resume it, or end it with its log.',
  },
  'bead-moved-on': {
    title: 'Its bead has moved on elsewhere.',
    text: 'The session stays paused. End it if the work is done, or resume it and see what changed.',
  },
} as const;

export function AttentionNotice({ session }: OneProps) {
  const edit = useSessionEdits(session);
  const { title, text } = ATTENTION[session.attention?.reason ?? 'paused-too-long'];
  return (
    <div className={styles['notice']}>
      <Notice
        tone="waiting"
        title={title}
        actions={
          <>
            <Button size="s" onClick={() => askResume(session.id)}>
              Resume…
            </Button>
            <Button size="s" onClick={() => openOverlay('end-session', session.id)}>
              End…
            </Button>
            <Button size="s" variant="quiet" onClick={() => void edit('sessions.settleAttention', {})}>
              Leave it paused
            </Button>
          </>
        }
      >
        {text}
      </Notice>
    </div>
  );
}

/** `/clear` looks like a conversation that lost its words: they are in the session before, one click away. */
export function ClearedNotice({ session, all }: OneProps & { all: readonly SeenSession[] }) {
  const [isAway, setAway] = useState(false);
  const before = all.find(({ id }) => id === session.parent_id);
  if (isAway) return null;
  return (
    <div className={styles['notice']}>
      <Notice
        tone="quiet"
        icon={CornerDownRight}
        title="Cleared: Claude begins anew here."
        actions={
          <>
            {before !== undefined && (
              <Button size="s" onClick={() => openSession(before)}>
                Open what was said before
              </Button>
            )}
            <Button size="s" variant="quiet" onClick={() => setAway(true)}>
              Put away
            </Button>
          </>
        }
      >
        Same bead, branch and process; Claude remembers nothing of before. What was said is kept
        {before === undefined ? '' : ` in “${titleOf(before)}”`}, the session before this one in the chain.
      </Notice>
    </div>
  );
}
