import type { TranscriptMessage } from '@domain/history/transcript';
import type { SessionId } from '@domain/ids';
import { useEffect, useState } from 'react';
import { useClient } from '../../bridge/react';

export type KnownMessage = { readonly id: string; readonly words: string };

/** The messages at some places, with what came before each of them: that is what filled the context. */
export function useMessageIds(
  session: string,
  positions: readonly number[],
): ReadonlyMap<number, KnownMessage> {
  const client = useClient();
  const [known, setKnown] = useState<ReadonlyMap<number, KnownMessage>>(new Map());
  const key = positions.join(' ');
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      for (const position of key.split(' ').filter(Boolean).map(Number)) {
        const from = Math.max(0, position - 1);
        const answer = await client.ask('history.transcript', { id: session as SessionId, from, limit: 2 });
        if (!isCurrent || !answer.ok) return;
        const [before, message = before] = answer.value.messages;
        if (before === undefined || message === undefined) continue;
        const entry = { id: message.id, words: wordsOf(before) };
        setKnown((last) => new Map(last).set(position, entry));
      }
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [client, session, key]);
  return known;
}

/** The tool that answered last, or the words that were said. */
function wordsOf(message: TranscriptMessage): string {
  const tool = message.content.findLast((block) => block.type === 'tool_use');
  if (tool?.type === 'tool_use') {
    const target = ['file_path', 'path', 'command', 'pattern', 'url', 'description']
      .map((name) => tool.input[name])
      .find((value) => typeof value === 'string');
    return `After ${tool.tool}${typeof target === 'string' ? ` ${target.slice(0, 80)}` : ''}`;
  }
  const text = message.content.find((block) => block.type === 'text');
  return text?.type === 'text' ? `After “${text.text.trim().slice(0, 80)}”` : `After a message`;
}
