import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import { readTranscriptLine, type ToolResult, type TranscriptLine } from './transcript-line';

/*
 * Lines in, messages out.
 * B1  The lines of one `message.id` are one message, whatever stands between them.
 * B2  A tool's result becomes a `tool_calls` entry of the message that called it, and that message is told again: the
 *     latest form of an id replaces the earlier ones. A result that nobody asked for is a message of its own.
 * B3  A line that comes twice (same uuid) counts once.
 * B4  What is not understood is counted and stops nothing.
 * B5  Asked to, it keeps a line back until the line it hangs on has come: with hooks Claude may write an answer before its
 *     question. `settle` gives up waiting, and so does too long a queue: a parent may be lost for ever.
 */
export type MessageBuilder = {
  /** The messages that are new or have grown, in the order of the file. */
  add(lines: readonly string[]): readonly Message[];
  /** Takes what still waits for its parent as it stands. */
  settle(): readonly Message[];
  has(uuid: string): boolean;
  notUnderstood(): number;
};

export const MAX_OUTPUT = 256 * 1024;
const MOST_WAITING = 200;

export function createMessageBuilder({ inOrder = false } = {}): MessageBuilder {
  const messages = new Map<string, Message>();
  const callers = new Map<string, { readonly message: string; readonly at: string }>();
  const seen = new Set<string>();
  let waiting: Read[] = [];
  let broken = 0;

  const take = (text: string, changed: Set<string>) => {
    const line = readTranscriptLine(text);
    if (line.type === 'broken') {
      broken += 1;
      return;
    }
    if (line.uuid === null || seen.has(line.uuid)) return;
    const isEarly = inOrder && line.parent !== undefined && !seen.has(line.parent);
    if (isEarly) waiting.push(line);
    else place(line, changed);
    if (waiting.length > MOST_WAITING) release(changed);
  };

  /** And whatever waited for it. */
  const place = (line: Read, changed: Set<string>) => {
    apply(line, changed);
    while (waiting.length > 0) {
      const next = waiting.find(({ parent = '' }) => seen.has(parent));
      if (next === undefined) return;
      waiting = waiting.filter((other) => other !== next);
      apply(next, changed);
    }
  };

  const release = (changed: Set<string>) => {
    const [first, ...rest] = waiting;
    waiting = rest;
    if (first !== undefined) place(first, changed);
  };

  const apply = (line: Read, changed: Set<string>) => {
    if (line.uuid === null || seen.has(line.uuid)) return;
    seen.add(line.uuid);
    if (line.type === 'prompt' || line.type === 'notice') put(line.message, changed);
    else if (line.type === 'assistant') join(line.message, changed);
    else if (line.type === 'tool-results')
      for (const result of line.results) settle(result, line.uuid, line.timestamp, changed);
  };

  const put = (message: Message, changed: Set<string>) => {
    messages.set(message.id, message);
    changed.add(message.id);
  };

  const join = (part: Message, changed: Set<string>) => {
    const known = messages.get(part.id);
    for (const block of part.content)
      if (block.type === 'tool_use') callers.set(block.id, { message: part.id, at: part.timestamp });
    put(
      known === undefined
        ? part
        : {
            ...known,
            ...part,
            timestamp: known.timestamp,
            content: [...known.content, ...part.content],
            tokens: largest(known.tokens, part.tokens),
          },
      changed,
    );
  };

  const settle = (result: ToolResult, uuid: string, at: string, changed: Set<string>) => {
    const caller = callers.get(result.tool_use_id);
    const message = caller === undefined ? undefined : messages.get(caller.message);
    const use = message?.content.find((block) => isUse(block, result.tool_use_id));
    if (caller === undefined || message === undefined || use?.type !== 'tool_use') {
      const block = { type: 'tool_result' as const, ...result, ...bounded(result.text, 'text') };
      put({ id: uuid, role: 'user', content: [block], timestamp: at }, changed);
      return;
    }
    const call: ToolCall = {
      id: use.id,
      tool: use.tool,
      input: use.input,
      ...bounded(result.text, 'output'),
      timestamp: caller.at,
      duration_ms: Math.max(0, Date.parse(at) - Date.parse(caller.at) || 0),
      success: result.success,
    };
    const others = (message.tool_calls ?? []).filter(({ id }) => id !== call.id);
    put({ ...message, tool_calls: [...others, call] }, changed);
  };

  return {
    add(lines) {
      const changed = new Set<string>();
      for (const text of lines) take(text, changed);
      return [...messages.values()].filter(({ id }) => changed.has(id));
    },
    settle() {
      const changed = new Set<string>();
      while (waiting.length > 0) release(changed);
      return [...messages.values()].filter(({ id }) => changed.has(id));
    },
    has: (uuid) => seen.has(uuid),
    notUnderstood: () => broken,
  };
}

type Read = Exclude<TranscriptLine, { type: 'broken' }>;

function isUse(block: ContentBlock, id: string): boolean {
  return block.type === 'tool_use' && block.id === id;
}

function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}

function bounded<K extends string>(text: string, field: K): Record<K, string> & { truncated?: boolean } {
  const kept = { [field]: text.slice(0, MAX_OUTPUT) } as Record<K, string>;
  return text.length > MAX_OUTPUT ? { ...kept, truncated: true } : kept;
}
