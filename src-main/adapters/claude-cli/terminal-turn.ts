import { isFailure } from '@domain/session/failure-message';
import type { Message, ToolCall } from '@domain/session/message';
import { parseObject, textOf } from '@domain/transcript/transcript-line';
import type { UsageLimit } from '../../ports/claude-driver';

/** One turn in the terminal, from what was seen of it. What the record says wins over what a hook said. */
export type TerminalTurn = {
  since: string;
  /** The registry's stamp when it began: an idle with the same stamp is older than the turn. Null: any idle is its end. */
  readonly stamp: number | null;
  wasBusy: boolean;
  hasStopped: boolean;
  isInterrupted: boolean;
  error: string | null;
  limit: UsageLimit | null;
  /** Looks at an idle registry that never became busy. */
  quietLooks: number;
};

export function newTurn(since: string, stamp: number | null): TerminalTurn {
  return {
    since,
    stamp,
    wasBusy: false,
    hasStopped: false,
    isInterrupted: false,
    error: null,
    limit: null,
    quietLooks: 0,
  };
}

const CLOSING = ['turn_duration', 'compact_boundary', 'local_command'];

/** When the CLI says, in a line of its own, that something has ended; null: the line says nothing of the kind. */
export function closingOf(text: string): string | null {
  if (!text.includes('"system"')) return null;
  const line = parseObject(text);
  const isClosing = line?.['type'] === 'system' && CLOSING.includes(textOf(line['subtype']) ?? '');
  return isClosing ? textOf(line['timestamp']) : null;
}

export function noteMessage(turn: TerminalTurn, message: Message): void {
  if (message.timestamp < turn.since || message.agent_id !== undefined) return;
  if (message.notice === 'interrupted') turn.isInterrupted = true;
  if (message.role !== 'assistant') return;
  turn.error = isFailure(message) ? wordsOf(message) : null;
  turn.limit = message.notice === 'usage-limit' ? { resets_at: message.details?.resets_at ?? null } : null;
}

export function wordsOf({ content }: Message): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

const MOST_CALLS = 1000;
const RUN_OUTPUT = 2000;

/** What the run did: the last answer, and the calls with the beginning of their output. The whole is in the messages. */
export function createRunNotes(since: string) {
  const calls = new Map<string, ToolCall>();
  let result: string | null = null;
  return {
    add(messages: readonly Message[]) {
      for (const message of messages) {
        if (message.timestamp < since || message.role !== 'assistant') continue;
        for (const call of message.tool_calls ?? [])
          if (calls.has(call.id) || calls.size < MOST_CALLS) calls.set(call.id, short(call));
        if (!isFailure(message) && message.agent_id === undefined) result = wordsOf(message) || result;
      }
    },
    result: () => result,
    calls: () => [...calls.values()],
  };
}

function short(call: ToolCall): ToolCall {
  const { output } = call;
  if (output === undefined || output.length <= RUN_OUTPUT) return call;
  return { ...call, output: output.slice(0, RUN_OUTPUT), truncated: true };
}
