import { FileDiff, FileText, MessageSquare, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import type { PanelContentProps, PanelFocus } from '../../app/feature';
import { showLayout, useLayoutValue } from '../../app/state/layout';
import { EmptyState } from '../../ui/EmptyState';
import { BESIDE_WIDTH } from '../../ui/measures';
import { Skeleton } from '../../ui/Skeleton';
import { Splitter } from '../../ui/Splitter';
import { TabsBeside } from '../../ui/TabsBeside';
import { ChangesAtAGlance, ChangesPanel } from '../changes';
import { ChatPanel } from '../chat';
import { TerminalPanel } from '../terminal';
import { AskedThere } from './AskedThere';
import { besideShape } from './focus.logic';
import { RunNotice } from './RunNotice';
import { SessionAbout } from './SessionAbout';
import { SessionBar } from './SessionBar';
import styles from './SessionPanel.module.css';
import type { SeenSession } from './session-words.logic';
import { useFollowClear } from './use-follow-clear';
import { useRunActions } from './use-run-actions';
import { useSessions } from './use-sessions';
import { useTabKeys } from './use-tab-keys';

export function SessionPanel({ argument, close, focus }: PanelContentProps) {
  const { status, value } = useSessions();
  const session = value?.sessions.find((each) => each.id === argument);
  if (session !== undefined)
    return <OneSession session={session} all={value?.sessions ?? []} close={close} focus={focus} />;
  if (status === 'waiting') return <Skeleton />;
  return (
    <EmptyState title="This session is not here any more">
      It was deleted for good, or moved to another project. Its audit record stays.
    </EmptyState>
  );
}

type Other = 'terminal' | 'changes' | 'about';
const OTHERS: readonly Other[] = ['terminal', 'changes', 'about'];
const isOther = (kept: unknown): kept is Other =>
  kept === 'about' || kept === 'terminal' || kept === 'changes';
const readTab = (kept: unknown) => (isOther(kept) ? kept : 'chat');
const readOther = (kept: unknown) => (isOther(kept) ? kept : 'terminal');
const readWidth = (kept: unknown) => (typeof kept === 'number' ? kept : BESIDE_WIDTH);

type OneSessionProps = {
  session: SeenSession;
  all: readonly SeenSession[];
  close: () => void;
  focus: PanelFocus;
};

function OneSession({ session, all, close, focus }: OneSessionProps) {
  useRunActions(session);
  useFollowClear(session, all);
  const [tab, setTab] = useLayoutValue('session_tab', readTab);
  const [other, setOther] = useLayoutValue('session_beside', readOther);
  const [width, setWidth] = useLayoutValue('session_beside_width', readWidth);
  const shape = besideShape(focus, width);
  // Kept from the last time, the terminal does not take the keys from where a person is.
  const [terminalChosenFor, setTerminalChosenFor] = useState<string | null>(null);
  const choose = (next: 'chat' | Other) => {
    setTerminalChosenFor(next === 'terminal' ? session.id : null);
    if (shape === null) setTab(next);
    else if (next !== 'chat') setOther(next);
  };
  useTabKeys<'chat' | Other>(
    shape === null ? ['chat', ...OTHERS] : OTHERS,
    shape === null ? tab : other,
    choose,
  );
  const terminal = (
    <TerminalPanel key={session.id} session={session} isChosen={terminalChosenFor === session.id} />
  );
  return (
    <div className={styles['panel']}>
      <SessionBar session={session} close={close} focus={focus} />
      <RunNotice session={session} all={all} />
      <AskedThere
        session={session}
        isTerminalShown={(shape === null ? tab : other) === 'terminal'}
        onTerminal={() => choose('terminal')}
      />
      <TabsBeside
        label="This session"
        value={tab}
        onChange={choose}
        first={{ value: 'chat', name: 'Chat', icon: MessageSquare, content: <ChatPanel session={session} /> }}
        others={[
          {
            value: 'terminal',
            name: 'Terminal',
            icon: SquareTerminal,
            content: (
              <>
                {terminal}
                {shape !== null && (
                  <div className={styles['glance']}>
                    <ChangesAtAGlance
                      key={session.id}
                      session={session}
                      onShowAll={() => choose('changes')}
                    />
                  </div>
                )}
              </>
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
        beside={
          shape && {
            px: shape.px,
            label: 'Beside the chat',
            value: other,
            onChange: choose,
            splitter: (
              <Splitter
                label="Width of the column beside the chat"
                sizes="right"
                value={shape.px}
                min={shape.minPx}
                max={shape.maxPx}
                onChange={(px) => showLayout({ session_beside_width: Math.round(px / shape.scale) })}
                onCommit={(px) => setWidth(Math.round(px / shape.scale))}
                onReset={() => setWidth(BESIDE_WIDTH)}
              />
            ),
          }
        }
      />
    </div>
  );
}
