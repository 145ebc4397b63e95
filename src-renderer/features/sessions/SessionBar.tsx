import {
  Copy,
  CornerUpRight,
  Download,
  Ellipsis,
  Maximize2,
  Minimize2,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import type { PanelFocus } from '../../app/feature';
import { leaveFocus } from '../../app/frame/panel-acts';
import { ActionItem } from '../../app/keymap/ActionItem';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { openPanel } from '../../app/state/layout';
import { openOverlay } from '../../app/state/window';
import { modelWords } from '../../app/usage-words';
import { Button } from '../../ui/Button';
import { classNames } from '../../ui/class-names';
import { IconButton } from '../../ui/IconButton';
import { Mark } from '../../ui/Mark';
import { Menu, MenuSeparator } from '../../ui/Menu';
import { EditableTitle } from './EditableTitle';
import { RunButton } from './RunButton';
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
import { useSessionEdits } from './use-session-edits';
import { useSessionMenu } from './use-session-menu';
import { useNow, useSessions } from './use-sessions';

type SessionBarProps = { session: SeenSession; close: () => void; focus: PanelFocus };

export function SessionBar({ session, close, focus }: SessionBarProps) {
  const focusKey = useShortcutOf('panel.focus');
  const isFocused = focus.state === 'on';
  const edit = useSessionEdits(session);
  useSessionMenu(session);
  const title = titleOf(session);
  const isTrashed = session.trashed_at !== undefined;
  const notClosed =
    session.status === 'closed' ? null : 'End the session first: only closed ones can be deleted.';
  return (
    <header className={classNames(styles['bar'], isFocused && styles['wide'])}>
      <div className={styles['first']}>
        <Mark state={markOf(session)} isBreathing={isBusy(session)} />
        <EditableTitle
          title={title}
          stored={session.title ?? ''}
          isFixed={isTrashed}
          onRename={(next) => void edit('sessions.rename', { title: next })}
        />
        <div className={styles['acts']}>
          {isFocused && (
            <Button size="s" variant="quiet" icon={Minimize2} shortcut={focusKey} onClick={leaveFocus}>
              Leave focus
            </Button>
          )}
          {isFocused && canHandOff(session) && (
            <Button
              size="s"
              variant="quiet"
              icon={CornerUpRight}
              onClick={() => openOverlay('hand-off-session', session.id)}
            >
              Hand off…
            </Button>
          )}
          {isTrashed ? (
            <Button size="s" icon={Undo2} onClick={() => void edit('sessions.untrash', {})}>
              Take back
            </Button>
          ) : (
            canEnd(session) && (
              <>
                <RunButton session={session} title={title} isWide={isFocused} />
                <Button size="s" onClick={() => openOverlay('end-session', session.id)}>
                  End…
                </Button>
              </>
            )
          )}
          <Menu align="end" trigger={<IconButton icon={Ellipsis} size="s" label={`More for ${title}`} />}>
            {focus.state === 'offered' && (
              <ActionItem id="panel.focus" icon={Maximize2}>
                Focus mode
              </ActionItem>
            )}
            <ActionItem
              id="sessions.hand-off"
              icon={CornerUpRight}
              disabledReason={canHandOff(session) ? null : 'Only what was started here can be handed off.'}
            >
              Hand off…
            </ActionItem>
            <MenuSeparator />
            <ActionItem id="sessions.export-md" icon={Download}>
              Export as markdown
            </ActionItem>
            <ActionItem id="sessions.copy-md" icon={Copy}>
              Copy as markdown
            </ActionItem>
            <ActionItem id="sessions.export-json" icon={Download}>
              Export as JSON
            </ActionItem>
            <MenuSeparator />
            <ActionItem
              id="sessions.delete"
              icon={Trash2}
              isDanger
              disabledReason={isTrashed ? 'It is in the trash already.' : notClosed}
            >
              Move to trash…
            </ActionItem>
          </Menu>
          {!isFocused && <IconButton icon={X} size="s" label="Close panel" onClick={close} />}
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
    <span className={styles['told']} title={line}>
      {words.map((word, at) => (
        <span key={word} className="cut">
          {at > 0 && <span className={styles['dot']}>{' · '}</span>}
          {word}
        </span>
      ))}
    </span>
  );
}
