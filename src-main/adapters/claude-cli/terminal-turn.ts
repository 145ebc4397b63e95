import { isFailure, type Message, type ToolCall } from '@domain/session/message';
import { parseObject, textOf } from '@domain/transcript/transcript-line';
import type { UsageLimit } from '../../ports/claude-driver';

/** One turn in the terminal, from what was seen of it. What the record says wins over what a hook said. */
export type TerminalTurn = {
  readonly since: string;
  /** The registry's stamp when it began: an idle with the same stamp is older than the turn. */
  readonly stamp: number;
  wasBusy: boolean;
  hasStopped: boolean;
  /** The record has its last line. */
  isRecorded: boolean;
  isInterrupted: boolean;
  error: string | null;
  limit: UsageLimit | null;
  /** Looks at an idle registry that never became busy. */
  quietLooks: number;
};

export function newTurn(stamp: number, now: string): TerminalTurn {
  return {
    since: now,
    stamp,
    wasBusy: false,
    hasStopped: false,
    isRecorded: false,
    isInterrupted: false,
    error: null,
    limit: null,
    quietLooks: 0,
  };
}

const CLOSING = ['turn_duration', 'compact_boundary', 'local_command'];

/** Lines of the CLI's own that end a turn without being part of the conversation. */
export function noteLine(turn: TerminalTurn, text: string): void {
  if (!text.includes('"system"')) return;
  const line = parseObject(text);
  const isLater = (textOf(line?.['timestamp']) ?? '') >= turn.since;
  if (line?.['type'] === 'system' && isLater && CLOSING.includes(textOf(line['subtype']) ?? ''))
    turn.isRecorded = true;
}

export function noteMessage(turn: TerminalTurn, message: Message): void {
  if (message.timestamp < turn.since || message.agent_id !== undefined) return;
  if (message.notice === 'interrupted') turn.isInterrupted = true;
  if (message.notice === 'interrupted' && message.role === 'system') turn.isRecorded = true;
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
