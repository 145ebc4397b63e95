import type { Message } from '@domain/session/message';

/*
 * Which subagent said what, and which call began it.
 * A1  An agent is known by its id; the oldest versions gave none: then by the first line of its own.
 * A2  Its call is what a file beside its transcript says, or the result of the call, or, for want of both, the first call
 *     with the same prompt that no other agent has.
 */
export type AgentThreads = {
  /** The agent that wrote the line. */
  place(line: {
    readonly uuid: string;
    readonly parent: string | null | undefined;
    readonly agent: string | null;
  }): string;
  /** Of a message the agent wrote; `prompt`: what it was asked, when this is its first. */
  wrote(agent: string, message: string, prompt: string | null): void;
  called(call: string, prompt: string): void;
  link(agent: string, call: string): void;
  callOf(agent: string): string | null;
  /** Messages of agents whose call became known since the last time. */
  takeLinked(): readonly string[];
};

/** The tools that begin an agent: `Task` in the older versions. */
const TOOLS: ReadonlySet<string> = new Set(['Task', 'Agent']);
export const beginsAgent = (tool: string): boolean => TOOLS.has(tool);

/** The agents that a message calls, with what they are asked. */
export function agentCallsIn({ content }: Message): { readonly call: string; readonly prompt: string }[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool_use' || !beginsAgent(block.tool)) return [];
    const { prompt } = block.input;
    return typeof prompt === 'string' ? [{ call: block.id, prompt }] : [];
  });
}

/** What an agent was asked, by its first message. */
export function promptIn({ content }: Message): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

export function createAgentThreads(): AgentThreads {
  const agentOfLine = new Map<string, string>();
  const messages = new Map<string, string[]>();
  const prompts = new Map<string, string>();
  const calls = new Map<string, string>();
  const callOf = new Map<string, string>();
  const isCertain = new Set<string>();
  let linked = new Set<string>();

  const bind = (agent: string, call: string) => {
    if (callOf.get(agent) === call) return;
    callOf.set(agent, call);
    for (const message of messages.get(agent) ?? []) linked.add(message);
  };
  const guess = (agent: string) => {
    const prompt = prompts.get(agent);
    if (prompt === undefined || callOf.has(agent)) return;
    const taken = new Set(callOf.values());
    for (const [call, asked] of calls) if (asked === prompt && !taken.has(call)) return bind(agent, call);
  };

  return {
    place({ uuid, parent, agent }) {
      const known = agent ?? agentOfLine.get(parent ?? '') ?? uuid;
      agentOfLine.set(uuid, known);
      return known;
    },
    wrote(agent, message, prompt) {
      const own = messages.get(agent) ?? [];
      if (!own.includes(message)) messages.set(agent, [...own, message]);
      if (own.length > 0 || prompt === null) return;
      prompts.set(agent, prompt);
      guess(agent);
    },
    called(call, prompt) {
      calls.set(call, prompt);
      for (const agent of prompts.keys()) guess(agent);
    },
    link(agent, call) {
      if (isCertain.has(agent)) return;
      isCertain.add(agent);
      // Who was only thought to be of this call makes way.
      const others = [...callOf].filter(
        ([other, at]) => at === call && other !== agent && !isCertain.has(other),
      );
      for (const [other] of others) callOf.delete(other);
      bind(agent, call);
      for (const [other] of others) guess(other);
    },
    callOf: (agent) => callOf.get(agent) ?? null,
    takeLinked() {
      const taken = [...linked];
      linked = new Set();
      return taken;
    },
  };
}
