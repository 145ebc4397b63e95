import type { TokenUsage } from '@domain/cost/usage';
import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import { agentCallsIn, createAgentThreads, promptIn } from './agent-threads';
import type { ToolResult } from './content-blocks';
import { createThreadPath } from './thread-path';
import { type Place, readTranscriptLine, type TranscriptLine } from './transcript-line';

/*
 * Lines in, messages out: those of a session's own file and those of its subagents', in any mixture.
 * B1  The lines of one `message.id` are one message, whatever stands between them.
 * B2  A tool's result becomes a `tool_calls` entry of the message that called it, and that message is told again: the
 *     latest form of an id replaces the earlier ones. A result that nobody asked for is a message of its own.
 * B3  A line that comes twice (same uuid) counts once.
 * B4  What is not understood is counted and stops nothing.
 * B5  Asked to, it keeps a line back until the line it hangs on has come: with hooks Claude may write an answer before its
 *     question. `settle` gives up waiting, and so does too long a queue: a parent may be lost for ever.
 * B6  A message that the session went on without (`thread-path.ts`) is told, marked as pruned; one that comes back, anew.
 * B7  A subagent's message names its agent, and the call that began it once that is known (`agent-threads.ts`).
 * B8  Asked to, it keeps only the newest messages, and older ones that wait for a result. When one that is gone would change,
 *     it lacks something: whoever reads begins anew with a builder that keeps all.
 */
export type MessageBuilder = {
  /** The messages that are new or have changed, in the order of the file. */
  add(lines: readonly string[]): readonly Message[];
  /** Which call began a subagent, when a file beside its transcript says so. */
  link(agentId: string, callId: string): readonly Message[];
  /** Takes what still waits for its parent as it stands. */
  settle(): readonly Message[];
  has(uuid: string): boolean;
  /** A message that was not kept has changed (B8). */
  isLacking(): boolean;
  notUnderstood(): number;
};

export const MAX_OUTPUT = 256 * 1024;
const MOST_WAITING = 200;

type Read = Exclude<TranscriptLine, { type: 'broken' | 'state' }>;

type BuilderWish = {
  /** B5 */
  readonly inOrder?: boolean;
  /** B8 */
  readonly keeps?: number;
  /** Every line of an answer that says what was used. */
  readonly onAnswer?: (message: Message, usage: TokenUsage) => void;
};

export function createMessageBuilder({
  inOrder = false,
  keeps = Infinity,
  onAnswer,
}: BuilderWish = {}): MessageBuilder {
  const messages = new Map<string, Message>();
  const gone = new Set<string>();
  let isLacking = false;
  const agentOf = new Map<string, string>();
  const callers = new Map<string, { readonly message: string; readonly at: string }>();
  const seen = new Set<string>();
  const path = createThreadPath();
  const agents = createAgentThreads();
  let changed = new Set<string>();
  let waiting: Read[] = [];
  let broken = 0;

  const put = (message: Message) => {
    if (gone.has(message.id)) isLacking = true;
    messages.set(message.id, message);
    changed.add(message.id);
  };

  const take = (text: string) => {
    const line = readTranscriptLine(text);
    if (line.type === 'broken') broken += 1;
    if (line.type === 'assistant' && line.usage !== null) onAnswer?.(line.message, line.usage);
    if (line.type === 'broken' || line.type === 'state' || seen.has(line.uuid)) return;
    const isEarly = inOrder && typeof line.parent === 'string' && !seen.has(line.parent);
    if (isEarly) waiting.push(line);
    else place(line);
    if (waiting.length > MOST_WAITING) release();
  };

  /** And whatever waited for it. */
  const place = (line: Read) => {
    apply(line);
    while (waiting.length > 0) {
      const next = waiting.find(({ parent }) => seen.has(parent ?? ''));
      if (next === undefined) return;
      waiting = waiting.filter((other) => other !== next);
      apply(next);
    }
  };

  const release = () => {
    const [first, ...rest] = waiting;
    waiting = rest;
    if (first !== undefined) place(first);
  };

  const apply = (line: Read) => {
    if (seen.has(line.uuid)) return;
    seen.add(line.uuid);
    const owner = keep(line);
    if (line.side !== null) {
      const agent = agents.place({ ...line, agent: line.side.agent });
      if (owner === null) return;
      agentOf.set(owner, agent);
      agents.wrote(agent, owner, line.type === 'prompt' ? promptIn(line.message) : null);
    } else if (line.type === 'notice' && line.isComment) path.comment({ ...line, owner: line.message.id });
    else path.add({ ...line, owner });
  };

  /** Answers the message that the line belongs to. */
  const keep = (line: Read): string | null => {
    switch (line.type) {
      case 'prompt':
      case 'notice':
        seen.add(line.message.id);
        put(line.message);
        return line.message.id;
      case 'summary':
        return summarize(line);
      case 'assistant':
        join(line.message);
        return line.message.id;
      case 'tool-results': {
        const owners = line.results.map((result) => settle(result, line));
        const [call] = line.results;
        if (line.answeredBy !== null && call !== undefined) agents.link(line.answeredBy, call.tool_use_id);
        return owners[0] ?? null;
      }
      case 'other':
        return null;
    }
  };

  const summarize = ({ parent, message }: Place & { readonly message: Message }): string => {
    const boundary = messages.get(parent ?? '');
    const whole = boundary?.notice === 'compacted' ? { ...boundary, content: message.content } : message;
    put(whole);
    return whole.id;
  };

  const join = (part: Message) => {
    const known = messages.get(part.id);
    for (const block of part.content) {
      if (block.type !== 'tool_use') continue;
      callers.set(block.id, { message: part.id, at: part.timestamp });
    }
    for (const { call, prompt } of agentCallsIn(part)) agents.called(call, prompt);
    if (known === undefined) return put(part);
    put({
      ...known,
      ...part,
      timestamp: known.timestamp,
      content: [...known.content, ...part.content],
      tokens: largest(known.tokens, part.tokens),
    });
  };

  const settle = (
    result: ToolResult,
    line: { readonly uuid: string; readonly timestamp: string },
  ): string => {
    const caller = callers.get(result.tool_use_id);
    if (caller !== undefined && gone.has(caller.message)) isLacking = true;
    const message = caller === undefined ? undefined : messages.get(caller.message);
    const use = message?.content.find((block) => isUse(block, result.tool_use_id));
    if (caller === undefined || message === undefined || use?.type !== 'tool_use') {
      const block = { type: 'tool_result' as const, ...result, ...bounded(result.text, 'text') };
      put({ id: line.uuid, role: 'user', content: [block], timestamp: line.timestamp });
      return line.uuid;
    }
    const call: ToolCall = {
      id: use.id,
      tool: use.tool,
      input: use.input,
      ...bounded(result.text, 'output'),
      timestamp: caller.at,
      duration_ms: Math.max(0, Date.parse(line.timestamp) - Date.parse(caller.at) || 0),
      success: result.success,
      ...(result.images === undefined ? {} : { images: result.images }),
    };
    const others = (message.tool_calls ?? []).filter(({ id }) => id !== call.id);
    put({ ...message, tool_calls: [...others, call] });
    return message.id;
  };

  const told = (message: Message): Message => {
    const agent = agentOf.get(message.id);
    if (agent === undefined) return path.isOn(message.id) ? message : { ...message, is_pruned: true };
    const call = agents.callOf(agent);
    return { ...message, agent_id: agent, ...(call === null ? {} : { parent_id: call }) };
  };

  const takeChanged = (): readonly Message[] => {
    for (const id of [...path.takeMoved(), ...agents.takeLinked()]) {
      if (messages.has(id)) changed.add(id);
      else if (gone.has(id)) isLacking = true;
    }
    const taken = changed;
    changed = new Set();
    if (taken.size === 0) return [];
    const fresh = [...messages.values()].filter(({ id }) => taken.has(id)).map(told);
    forget();
    return fresh;
  };

  const forget = () => {
    for (const [id, message] of messages) {
      if (messages.size <= keeps) return;
      if (waitsForResult(message)) continue;
      messages.delete(id);
      gone.add(id);
    }
  };

  return {
    add(lines) {
      for (const text of lines) take(text);
      return takeChanged();
    },
    settle() {
      while (waiting.length > 0) release();
      return takeChanged();
    },
    link(agentId, callId) {
      agents.link(agentId, callId);
      return takeChanged();
    },
    has: (uuid) => seen.has(uuid),
    isLacking: () => isLacking,
    notUnderstood: () => broken,
  };
}

function waitsForResult({ content, tool_calls = [] }: Message): boolean {
  return content.some(
    (block) => block.type === 'tool_use' && !tool_calls.some((call) => call.id === block.id),
  );
}

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
