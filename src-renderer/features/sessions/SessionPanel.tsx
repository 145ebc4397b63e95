import { FileDiff, FileText, MessageSquare, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useLayoutValue } from '../../app/state/layout';
import { EmptyState } from '../../ui/EmptyState';
import { Skeleton } from '../../ui/Skeleton';
import { Tabs } from '../../ui/Tabs';
import { ChangesPanel } from '../changes';
import { ChatPanel } from '../chat';
import { TerminalPanel } from '../terminal';
import { FirstQuestion } from './FirstQuestion';
import { RunNotice } from './RunNotice';
import { SessionAbout } from './SessionAbout';
import { SessionBar } from './SessionBar';
import styles from './SessionPanel.module.css';
import type { SeenSession } from './session-words.logic';
import { useFollowClear } from './use-follow-clear';
import { useRunActions } from './use-run-actions';
import { useSessions } from './use-sessions';

export function SessionPanel({ argument, close }: { argument: string; close: () => void }) {
  const { status, value } = useSessions();
  const session = value?.sessions.find((each) => each.id === argument);
  if (session !== undefined)
    return <OneSession session={session} all={value?.sessions ?? []} close={close} />;
  if (status === 'waiting') return <Skeleton />;
  return (
    <EmptyState title="This session is not here any more">
      It was deleted for good, or moved to another project. Its audit record stays.
    </EmptyState>
  );
}

const readTab = (kept: unknown) =>
  kept === 'about' || kept === 'terminal' || kept === 'changes' ? kept : 'chat';

type OneSessionProps = { session: SeenSession; all: readonly SeenSession[]; close: () => void };

function OneSession({ session, all, close }: OneSessionProps) {
  useRunActions(session);
  useFollowClear(session, all);
  const [tab, setTab] = useLayoutValue('session_tab', readTab);
  // Kept from the last time, the terminal does not take the keys from where a person is.
  const [terminalChosenFor, setTerminalChosenFor] = useState<string | null>(null);
  const choose = (next: typeof tab) => {
    setTerminalChosenFor(next === 'terminal' ? session.id : null);
    setTab(next);
  };
  return (
    <div className={styles['panel']}>
      <SessionBar session={session} close={close} />
      <RunNotice session={session} all={all} />
      <FirstQuestion session={session} onTerminal={() => choose('terminal')} />
      <Tabs
        label="This session"
        value={tab}
        onChange={choose}
        tabs={[
          { value: 'chat', name: 'Chat', icon: MessageSquare, content: <ChatPanel session={session} /> },
          {
            value: 'terminal',
            name: 'Terminal',
            icon: SquareTerminal,
            content: (
              <TerminalPanel key={session.id} session={session} isChosen={terminalChosenFor === session.id} />
            ),
          },
          {
            value: 'changes',
            name: 'Changes',
            icon: FileDiff,
            content: <ChangesPanel key={session.id} session={session} />,
          },
          { value: 'about', name: 'About', icon: FileText, content: <SessionAbout session={session} /> },
        ]}
      />
    </div>
  );
}
