import type { Session } from '@domain/session/record';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import '@xterm/xterm/css/xterm.css';
import { classNames } from '../../ui/class-names';
import { EmptyState } from '../../ui/EmptyState';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import { FindBar } from './FindBar';
import { LinkDialog } from './LinkDialog';
import styles from './TerminalPanel.module.css';
import { useTerminal } from './use-terminal';
import { emptyWords, endWords } from './words.logic';

/** Claude's own screen, for a session that runs in a terminal. */
export function TerminalPanel({ session, isChosen }: { session: Session; isChosen: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const [isFinding, setFinding] = useState(false);
  const { place, shown, screen } = useTerminal(session.id, {
    onLink: setLink,
    onFind: () => setFinding(true),
  });
  const focus = useCallback(() => screen.current?.terminal.focus(), [screen]);
  const stopFinding = () => {
    setFinding(false);
    focus();
  };
  const state = shown?.state ?? 'waiting';
  const isShown = state === 'running' || state === 'ended';
  // Who chooses the terminal wants to type there. Before it is shown it cannot take the keys.
  useEffect(() => {
    if (isChosen && isShown) focus();
  }, [isChosen, isShown, focus]);
  return (
    <div className={styles['panel']}>
      {state === 'waiting' && (
        <div className={styles['over']}>
          <Skeleton />
        </div>
      )}
      {state === 'none' && (
        <div className={styles['over']}>
          <EmptyState title="This session has no terminal">{emptyWords(session.status)}</EmptyState>
        </div>
      )}
      <div className={classNames(styles['frame'], !isShown && styles['unseen'])}>
        {/* The label is the terminal's own field; a press beside the letters belongs to it too. */}
        <div ref={place} className={styles['place']} data-own-keys="" data-testid="terminal" />
        {isFinding ? (
          <FindBar screen={screen} onClose={stopFinding} />
        ) : (
          <div className={styles['tools']}>
            <IconButton
              icon={Search}
              label="Find in the terminal"
              size="s"
              onClick={() => setFinding(true)}
            />
          </div>
        )}
        {shown?.state === 'ended' && (
          <p className={styles['end']} role="status">
            {endWords(shown.end)}
          </p>
        )}
      </div>
      <LinkDialog address={link} onClose={() => setLink(null)} />
    </div>
  );
}
