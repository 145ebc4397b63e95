import type { Message } from '@domain/session/message';
import { type ReactNode, useMemo } from 'react';
import { RowView } from './RowView';
import { NowOfThread, SessionOfThread } from './session-of-thread';
import { type Row, recordedThread } from './thread.logic';

export type MessageRowsProps = {
  readonly sessionId: string;
  readonly message: Message;
  readonly cwd: string;
  readonly isThinkingShown: boolean;
  /** Of the tools only these; null: all. */
  readonly tools: ReadonlySet<string> | null;
  /** Who a prompt came from: a sub-agent is asked by Claude. */
  readonly asker?: string;
  /** Beside the name of who speaks. */
  readonly aside?: ReactNode;
  /** When the session was over: moments are told as seen from there. */
  readonly nowMs?: number | null;
};

/** One message of a recorded session, as the conversation shows it. */
export function MessageRows(props: MessageRowsProps) {
  const { sessionId, message, cwd, isThinkingShown, tools, asker, aside, nowMs = null } = props;
  const rows = useMemo(() => {
    // On its own a message of a branch or of a sub-agent is as good as any.
    const { is_pruned: _pruned, agent_id: _agent, ...plain } = message;
    return recordedThread([plain]).rows;
  }, [message]);
  const shown = rows.filter((row) => isShown(row, isThinkingShown, tools));
  const named = shown.findIndex(({ type }) => type === 'say' || type === 'you');
  return (
    <SessionOfThread value={sessionId}>
      <NowOfThread value={nowMs}>
        {shown.map((row, at) => (
          <RowView key={row.key} row={row} cwd={cwd} asker={asker} aside={at === named ? aside : undefined} />
        ))}
      </NowOfThread>
    </SessionOfThread>
  );
}

function isShown(row: Row, isThinkingShown: boolean, tools: ReadonlySet<string> | null): boolean {
  if (row.type === 'thinking') return isThinkingShown && tools === null;
  if (tools === null || row.type === 'you') return true;
  if (row.type === 'tools') return row.items.some(({ tool }) => tools.has(tool));
  return row.type === 'agent' && tools.has(row.item.tool);
}
