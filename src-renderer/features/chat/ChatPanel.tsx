import type { LiveView } from '@domain/session/live';
import { asksInTerminal } from '@domain/session/live-view';
import type { Session } from '@domain/session/record';
import { type KeyboardEvent, useMemo } from 'react';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Notice } from '../../ui/Notice';
import { Skeleton } from '../../ui/Skeleton';
import { type SeenSession, sessionSentences } from '../sessions';
import { Announcer } from './Announcer';
import styles from './ChatPanel.module.css';
import { Composer } from './Composer';
import { askText, askTitle } from './permission.logic';
import { SessionOfThread } from './session-of-thread';
import { Thread } from './Thread';
import { TurnStrip } from './TurnStrip';
import { recordedThread, threadRows } from './thread.logic';
import { useChat, useChatStore } from './use-chat';
import { useChatActs } from './use-chat-acts';

/** The conversation of one session. It knows nothing of the seat that Claude sits in. */
export function ChatPanel({ session }: { session: SeenSession }) {
  const { phase, failure, messages, live, linesNotUnderstood, notice } = useChat(session.id);
  const store = useChatStore(session.id);
  const acts = useChatActs(session);
  const recorded = useMemo(() => recordedThread(messages), [messages]);
  const rows = useMemo(() => threadRows(recorded, live), [recorded, live]);
  const prompts = useMemo(
    () => recorded.rows.flatMap((row) => (row.type === 'you' ? [row.text] : [])),
    [recorded],
  );
  const isBusy = live.has_process && live.status !== 'idle';
  const asked = live.permissions.at(-1);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A menu or a dialog that was opened from here is not inside of this element.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isInside || !isBusy || event.defaultPrevented) return;
    event.preventDefault();
    void acts.stop();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc anywhere in it stops the turn; the button says the same
    <div className={styles['chat']} onKeyDown={onKeyDown}>
      {phase === 'failed' && failure !== null && (
        <div className={styles['notices']}>
          <Notice
            tone="broken"
            title={sessionSentences(failure).happened}
            actions={
              <Button size="s" onClick={store.retry}>
                Try again
              </Button>
            }
          >
            {sessionSentences(failure).safe} {sessionSentences(failure).next}
          </Notice>
        </div>
      )}
      {phase === 'loading' ? (
        <div className={styles['waiting']}>
          <Skeleton />
        </div>
      ) : rows.length === 0 && live.permissions.length === 0 ? (
        <div className={styles['waiting']}>
          <EmptyState title="Nothing was said yet">{emptyWords(session)}</EmptyState>
        </div>
      ) : (
        <SessionOfThread value={session.id}>
          <Thread
            key={session.id}
            rows={rows}
            permissions={live.permissions}
            asks={session.doing?.asks ?? []}
            cwd={session.cwd}
            hasTerminal={live.seat === 'pty'}
            onAnswer={acts.answer}
          />
        </SessionOfThread>
      )}
      <div className={styles['notices']}>
        {linesNotUnderstood > 0 && (
          <p className={styles['quiet']}>
            {linesNotUnderstood === 1 ? '1 line was' : `${linesNotUnderstood} lines were`} not understood;
            they are kept.
          </p>
        )}
        {notice !== null && (
          <Notice
            tone={notice.level === 'info' ? 'info' : notice.level === 'error' ? 'broken' : 'waiting'}
            title={notice.text}
          />
        )}
      </div>
      {session.status === 'closed' || session.trashed_at !== undefined ? (
        <p className={styles['over']}>This session is closed. Hand it off, or start a new one, to go on.</p>
      ) : (
        <>
          <TurnStrip
            isBusy={isBusy}
            asks={asksWhere(live)}
            retry={live.retry}
            tasks={live.tasks.length}
            onStop={acts.stop}
          />
          <Composer
            key={session.id}
            session={session}
            isBusy={isBusy}
            queue={live.queue}
            prompts={prompts}
            acts={acts}
          />
        </>
      )}
      <Announcer
        key={`announcer ${session.id} ${phase}`}
        rows={rows}
        cwd={session.cwd}
        asks={asked === undefined ? null : `${askTitle(asked.tool)}: ${askText(asked).slice(0, 300)}`}
      />
    </div>
  );
}

function asksWhere(live: LiveView) {
  if (live.permissions.length > 0) return 'here';
  return asksInTerminal(live) ? 'in-terminal' : null;
}

const EMPTY = {
  draft: 'Write the first prompt below. Claude starts with it.',
  active: 'Write a prompt below.',
  paused: 'It was paused before the first prompt.',
  closed: 'It ended before the first prompt.',
} as const;

function emptyWords({ status, prompt }: Session): string {
  return status === 'draft' && prompt !== '' ? `Start sends this: ${prompt}` : EMPTY[status];
}
