import { agentCallsIn, beginsAgent, createAgentThreads, promptIn } from '@domain/transcript/agent-threads';
import type { IndexedMessage } from '@domain/transcript/thread-index';
import { readTranscriptLine } from '@domain/transcript/transcript-line';
import type { OpenTranscript } from './open-transcript';

type Answer = (agent: string) => string | null;
type Opened = Pick<OpenTranscript, 'index' | 'read'>;

const READ_BYTES = 8 * 1024 * 1024;

/**
 * The call that began each subagent (`agent-threads.ts`). What they were asked is read only when neither a file beside a
 * transcript (`noted`) nor an answer names the call of all of them.
 */
export async function linkAgents(
  { index, read }: Opened,
  noted: Answer,
  breathe: () => Promise<void>,
): Promise<Answer> {
  const answers = index.answers();
  const agents = index.agents();
  const threads = createAgentThreads();
  for (const agent of agents) {
    const call = noted(agent) ?? answers.get(agent);
    if (call !== undefined) threads.link(agent, call);
  }
  const firsts = new Map<string, string>();
  for (const agent of agents) {
    const [first] = index.list(agent, true);
    if (threads.callOf(agent) === null && first?.kind === 'prompt') firsts.set(first.id, agent);
  }
  if (firsts.size === 0) return threads.callOf;
  const all = [null, ...agents].flatMap((agent) => index.list(agent, true));
  const wanted = all.filter(({ id, uses }) => firsts.has(id) || uses.some(({ tool }) => beginsAgent(tool)));
  for await (const line of linesOf(wanted, read, breathe)) {
    if (line.type === 'assistant')
      for (const { call, prompt } of agentCallsIn(line.message)) threads.called(call, prompt);
    const agent = line.type === 'prompt' ? firsts.get(line.message.id) : undefined;
    if (agent !== undefined && line.type === 'prompt')
      threads.wrote(agent, line.message.id, promptIn(line.message));
  }
  return threads.callOf;
}

async function* linesOf(
  messages: readonly IndexedMessage[],
  read: OpenTranscript['read'],
  breathe: () => Promise<void>,
) {
  for (let at = 0; at < messages.length; ) {
    const { count, lines } = read(messages.slice(at), READ_BYTES);
    for (const text of lines) yield readTranscriptLine(text);
    at += count;
    await breathe();
  }
}
