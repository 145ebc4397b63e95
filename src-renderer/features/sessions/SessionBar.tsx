import { Copy, CornerUpRight, Download, Ellipsis, Pause, Play, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { openPanel } from '../../app/state/layout';
import { openOverlay } from '../../app/state/window';
import { modelWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Mark } from '../../ui/Mark';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { EditableTitle } from './EditableTitle';
import { askResume } from './resume/resume-wish';
import styles from './SessionPanel.module.css';
import {
  barWords,
  canEnd,
  canHandOff,
  chainWords,
  isBusy,
  markOf,
  type SeenSession,
  titleOf,
} from './session-words.logic';
import { useExport } from './use-export';
import { useSessionEdits } from './use-session-edits';
import { useNow, useSessions } from './use-sessions';

export function SessionBar({ session, close }: { session: SeenSession; close: () => void }) {
  const edit = useSessionEdits(session);
  const exports = useExport(session);
  const title = titleOf(session);
  const isTrashed = session.trashed_at !== undefined;
  const notClosed =
    session.status === 'closed' ? null : 'End the session first: only closed ones can be deleted.';
  return (
    <header className={styles['bar']}>
      <div className={styles['first']}>
        <Mark state={markOf(session)} isBreathing={isBusy(session)} />
        <EditableTitle
          title={title}
          stored={session.title ?? ''}
          isFixed={isTrashed}
          onRename={(next) => void edit('sessions.rename', { title: next })}
        />
        <div className={styles['acts']}>
          {isTrashed ? (
            <Button size="s" icon={Undo2} onClick={() => void edit('sessions.untrash', {})}>
              Take back
            </Button>
          ) : (
            canEnd(session) && (
              <>
                <RunButton session={session} title={title} />
                <Button size="s" onClick={() => openOverlay('end-session', session.id)}>
                  End…
                </Button>
              </>
            )
          )}
          <Menu align="end" trigger={<IconButton icon={Ellipsis} size="s" label={`More for ${title}`} />}>
            <MenuItem
              icon={CornerUpRight}
              disabledReason={canHandOff(session) ? null : 'Only what was started here can be handed off.'}
              onSelect={() => openOverlay('hand-off-session', session.id)}
            >
              Hand off…
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Download} onSelect={() => void exports.save('md')}>
              Export as markdown
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => void exports.copy()}>
              Copy as markdown
            </MenuItem>
            <MenuItem icon={Download} onSelect={() => void exports.save('json')}>
              Export as JSON
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              isDanger
              disabledReason={isTrashed ? 'It is in the trash already.' : notClosed}
              onSelect={() => openOverlay('delete-session', session.id)}
            >
              Move to trash…
            </MenuItem>
          </Menu>
          <IconButton icon={X} size="s" label="Close panel" onClick={close} />
        </div>
      </div>
      <div className={styles['second']}>
        {session.bead_id !== undefined && (
          <>
            <button
              type="button"
              className={styles['bead']}
              onClick={() => openPanel({ id: 'bead', argument: session.bead_id ?? '' })}
            >
              {session.bead_id}
            </button>
            <span aria-hidden="true">·</span>
          </>
        )}
        <Meta session={session} />
      </div>
    </header>
  );
}

/** Ticks by itself, so that the bar around it does not. */
function Meta({ session }: { session: SeenSession }) {
  const now = useNow(session.status === 'active');
  const sessions = useSessions().value?.sessions ?? [];
  const model = session.model === undefined ? null : modelWords(session.model);
  const words = [
    session.agent_id ?? null,
    ...barWords(session, now),
    chainWords(session, sessions),
    model,
  ].filter((word) => word !== null);
  const line = words.join(' · ');
  return (
    <span className="cut" title={line}>
      {line}
    </span>
  );
}

const BEGIN = {
  draft: { name: 'sessions.start', verb: 'Start', now: 'Starting…' },
  paused: { name: 'sessions.resume', verb: 'Resume', now: 'Resuming…' },
} as const;

/** The one thing that can be done next with the process: begin, interrupt and leave, or go on. */
function RunButton({ session, title }: { session: SeenSession; title: string }) {
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
