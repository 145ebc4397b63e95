import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { askResume } from './resume/resume-wish';
import type { SeenSession } from './session-words.logic';
import { useSessionEdits } from './use-session-edits';

const BEGIN = {
  draft: { name: 'sessions.start', verb: 'Start', now: 'Starting…' },
  paused: { name: 'sessions.resume', verb: 'Resume', now: 'Resuming…' },
} as const;

/** The one thing that can be done next with the process: begin, interrupt and leave, or go on. */
export function RunButton({
  session,
  title,
  isWide,
}: {
  session: SeenSession;
  title: string;
  isWide: boolean;
}) {
  const edit = useSessionEdits(session);
  const [asked, setAsked] = useState<string | null>(null);
  const pauseKey = useShortcutOf('sessions.pause');
  const resumeKey = useShortcutOf('sessions.resume');
  const { status } = session;
  const run = async (name: 'sessions.start' | 'sessions.pause' | 'sessions.resume') => {
    setAsked(status);
    await edit(name, {});
    setAsked(null);
  };
  // What was asked of another status is done when that status is left, also before its answer arrives.
  const isPending = asked === status || session.pending !== undefined;
  if (status === 'closed') return null;
  if (status === 'paused' && !isPending && session.placeInLine === undefined)
    return (
      <Button
        size="s"
        icon={Play}
        variant="primary"
        shortcut={resumeKey}
        onClick={() => askResume(session.id)}
      >
        Resume…
      </Button>
    );
  if (session.placeInLine !== undefined)
    return (
      <Button size="s" onClick={() => void edit('sessions.stopWaiting', {})}>
        Stop waiting
      </Button>
    );
  if (status === 'active' && isWide)
    return (
      <Button
        size="s"
        icon={Pause}
        aria-label={`Pause ${title}`}
        disabledReason={isPending ? 'Pausing…' : null}
        onClick={() => void run('sessions.pause')}
      >
        Pause
      </Button>
    );
  if (status === 'active')
    return (
      <IconButton
        icon={Pause}
        size="s"
        variant="plain"
        label={`Pause ${title}`}
        shortcut={pauseKey}
        disabledReason={isPending ? 'Pausing…' : null}
        onClick={() => void run('sessions.pause')}
      />
    );
  const { name, verb, now } = BEGIN[status];
  return (
    <Button
      size="s"
      icon={Play}
      variant="primary"
      disabledReason={isPending ? now : null}
      onClick={() => void run(name)}
    >
      {isPending ? now : verb}
    </Button>
  );
}
