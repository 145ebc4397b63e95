import { isSubagentFile } from '@domain/history/describe-session';
import type { TranscriptMessage, TranscriptOutline } from '@domain/history/transcript';
import type { SessionId } from '@domain/ids';
import { filterText } from '@domain/privacy/filter-text';
import type { IndexedMessage } from '@domain/transcript/thread-index';
import type { SubagentNote, TranscriptPages } from '../../ports/transcript-pages';
import { linkAgents } from './link-agents';
import type { OpenTranscript } from './open-transcript';
import type { ThreadRequest } from './show-transcript';

export type OutlineDeps = {
  readonly opened: OpenTranscript;
  readonly pages: TranscriptPages;
  readonly paths: readonly string[];
  readonly request: ThreadRequest;
  readonly read: (
    from: number,
    count: number,
    list: readonly IndexedMessage[],
  ) => readonly TranscriptMessage[];
  readonly breathe: () => Promise<void>;
};

const MOST_TEXT = 200;

export async function outlineOf(deps: OutlineDeps): Promise<TranscriptOutline> {
  const { opened, request, read, breathe } = deps;
  const { index } = opened;
  const list = index.list(request.agent ?? null, request.branches);
  const positions = new Map(list.map(({ id }, position) => [id, position]));
  const prompts: TranscriptOutline['prompts'] = [];
  const compactions: TranscriptOutline['compactions'] = [];
  const context: TranscriptOutline['context'] = [];
  const tools = new Map<string, { calls: number; positions: number[] }>();
  for (const [position, message] of list.entries()) {
    for (const { tool } of message.uses) {
      const used = tools.get(tool) ?? { calls: 0, positions: [] };
      used.calls += 1;
      if (used.positions.at(-1) !== position) used.positions.push(position);
      tools.set(tool, used);
    }
    if (message.contextTokens > 0) context.push({ position, tokens: message.contextTokens });
    if (message.kind !== 'prompt' && message.kind !== 'boundary') continue;
    const [whole] = read(position, 1, list);
    if (whole === undefined) continue;
    const place = { position, message_id: whole.id, at: whole.timestamp };
    if (message.kind === 'boundary') compactions.push(place);
    else prompts.push({ ...place, text: textOf(whole).slice(0, MOST_TEXT) });
    if (prompts.length % 50 === 0) await breathe();
  }
  return {
    session_id: request.id as SessionId,
    source: opened.source,
    revision: opened.revision,
    total: list.length,
    prompts,
    compactions,
    branches: request.agent === undefined ? branchesOf(deps, positions) : [],
    subagents: request.agent === undefined ? await subagentsOf(deps, positions) : [],
    tools: [...tools].map(([tool, used]) => ({ tool, ...used })).sort((a, b) => b.calls - a.calls),
    context,
  };
}

/** Runs of pruned messages, each at the message of the thread it stands behind. */
function branchesOf(
  { opened, request, read }: OutlineDeps,
  positions: ReadonlyMap<string, number>,
): TranscriptOutline['branches'] {
  const all = opened.index.list(null, true);
  const branches: TranscriptOutline['branches'] = [];
  let last = 0;
  let isOpen = false;
  for (const [at, message] of all.entries()) {
    const isPruned = opened.index.isPruned(message);
    if (!isPruned) last = positions.get(message.id) ?? last;
    else if (isOpen) {
      const branch = branches.at(-1);
      if (branch !== undefined) branch.messages += 1;
    } else {
      const [whole] = read(at, 1, all);
      const position = request.branches ? at : last;
      if (whole !== undefined)
        branches.push({ position, message_id: message.id, at: whole.timestamp, messages: 1 });
    }
    isOpen = isPruned;
  }
  return branches;
}

async function subagentsOf(
  { opened, pages, paths, breathe }: OutlineDeps,
  positions: ReadonlyMap<string, number>,
): Promise<TranscriptOutline['subagents']> {
  const notes = new Map<string, SubagentNote | null>();
  for (const path of paths.filter(isSubagentFile)) {
    const id = /agent-([^\\/]+)\.jsonl$/.exec(path)?.[1];
    if (id !== undefined) notes.set(id, pages.note(path));
  }
  const callOf = await linkAgents(opened, (agent) => notes.get(agent)?.callId ?? null, breathe);
  return opened.index.agents().map((agent) => {
    const note = notes.get(agent) ?? null;
    const callId = callOf(agent);
    const caller = callId === null ? null : opened.index.callerOf(callId);
    return {
      agent_id: agent,
      agent_type: note?.agentType ?? null,
      description: note?.description == null ? null : filterText(note.description, 'shapes').text,
      call_id: callId,
      position: caller === null ? null : (positions.get(caller) ?? null),
      messages: opened.index.list(agent, true).length,
    };
  });
}

function textOf(message: TranscriptMessage): string {
  return message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
}
