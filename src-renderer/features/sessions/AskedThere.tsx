import { Button } from '../../ui/Button';
import { Notice } from '../../ui/Notice';
import { useAskedThere } from '../chat';
import styles from './SessionPanel.module.css';
import type { SeenSession } from './session-words.logic';

const WORDS = {
  trust: {
    title: 'Claude asks whether you trust this folder',
    text: 'It asks in its own terminal before it begins, and only you can answer. Your prompt waits until then.',
  },
  login: {
    title: 'Claude is not logged in',
    text: 'Type /login in its terminal and follow it. Your prompt is sent when Claude knows you.',
  },
  other: {
    title: 'Claude asks something before it begins',
    text: 'It may want a log-in, or to know whether to use your API key. Answer in its terminal: your prompt waits until then.',
  },
  later: {
    title: 'Claude waits for an answer in its terminal',
    text: 'It asks something there that the chat has no form for, and only you can answer. What you write here waits until then.',
  },
} as const;

type AskedThereProps = { session: SeenSession; isTerminalShown: boolean; onTerminal: () => void };

/** Dialogs of Claude's own that no card of ours stands for. We neither answer them nor write down an answer. */
export function AskedThere({ session, isTerminalShown, onTerminal }: AskedThereProps) {
  const question = useAskedThere(session.id);
  // Who looks at it sees it, and is not pushed aside in the middle of an answer.
  if (question === null || (question === 'later' && isTerminalShown)) return null;
  const { title, text } = WORDS[question];
  return (
    <div className={styles['notice']}>
      <Notice
        tone="waiting"
        title={title}
        isAnnounced
        actions={
          <Button size="s" variant="primary" onClick={onTerminal}>
            Open the terminal
          </Button>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
