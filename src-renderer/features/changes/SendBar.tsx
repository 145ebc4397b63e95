import type { Session } from '@domain/session/record';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { showToast } from '../../ui/toast-store';
import { useChatActs, useMode } from '../chat';
import styles from './Changes.module.css';
import { countWords } from './changes.logic';
import { commentsPrompt, type LineComment } from './comments.logic';

type SendBarProps = {
  readonly session: Pick<Session, 'id' | 'status' | 'metadata'>;
  readonly comments: readonly LineComment[];
  readonly onTake: (comments: readonly LineComment[]) => void;
  readonly onPutBack: (comments: readonly LineComment[]) => void;
};

const VERBS = { draft: 'Start with them', active: 'Send to Claude', paused: 'Resume with them' } as const;

/** One prompt with all comments; while a turn runs it waits in the queue like any other. */
export function SendBar({ session, comments, onTake, onPutBack }: SendBarProps) {
  const acts = useChatActs(session);
  const [mode] = useMode(session);
  const [isSending, setSending] = useState(false);
  if (comments.length === 0 || session.status === 'closed') return null;
  const send = async () => {
    setSending(true);
    // They stay until they are taken: a refusal loses nothing.
    const isTaken = await acts.send(commentsPrompt(comments), mode);
    setSending(false);
    if (!isTaken) return;
    onTake(comments);
    showToast({
      title: `${countWords(comments.length, 'comment')} sent to Claude.`,
      text: 'They stand in the chat, or in its queue while a turn runs.',
    });
  };
  const discard = () => {
    onTake(comments);
    showToast({
      title: `${countWords(comments.length, 'comment')} discarded.`,
      action: { label: 'Undo', run: () => onPutBack(comments) },
    });
  };
  return (
    <footer className={styles['send']}>
      <span aria-live="polite">{countWords(comments.length, 'comment')}</span>
      <Button size="s" variant="quiet" onClick={discard}>
        Discard
      </Button>
      <Button
        size="s"
        variant="primary"
        isLoading={isSending}
        loadingLabel="Sending…"
        onClick={() => void send()}
      >
        {VERBS[session.status]}
      </Button>
    </footer>
  );
}
