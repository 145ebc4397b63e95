import type { SessionId } from '@domain/ids';
import type { Message } from '@domain/session/message';
import { createTally } from '@domain/transcript/session-tally';
import { statsOf } from '@domain/transcript/tally-stats';
import { expect, vi } from 'vitest';
import type { DriverEvent, LaunchRequest, LiveClaude } from '../ports/claude-driver';
import { type PlainMessage, readTokensPlainly, readTranscriptPlainly } from './plain-transcript-reader';
import type { ClaudeBench } from './real-claude';

export const patience = { timeout: 60_000 };

export type Talk = {
  readonly live: LiveClaude;
  readonly events: DriverEvent[];
  /** Waits for the nth event of the kind. */
  saw<T extends DriverEvent['type']>(type: T, nth?: number): Promise<Extract<DriverEvent, { type: T }>>;
  heard(): string;
};

export async function launch(
  bench: ClaudeBench,
  id: SessionId,
  facts: Partial<LaunchRequest> = {},
): Promise<Talk> {
  const { project } = bench;
  const request: LaunchRequest = {
    session_id: id,
    mode: { type: 'new' },
    cwd: project,
    project,
    prompt: '',
    ...facts,
  };
  const launched = await bench.driver.launch(request);
  if (!launched.ok) throw new Error(JSON.stringify(launched.error));
  const events: DriverEvent[] = [];
  launched.value.onEvent((event) => events.push(event));
  const of = <T extends DriverEvent['type']>(type: T) =>
    events.filter((event): event is Extract<DriverEvent, { type: T }> => event.type === type);
  return {
    live: launched.value,
    events,
    heard: () =>
      of('text')
        .map((event) => event.text)
        .join(''),
    saw: (type, nth = 1) =>
      vi.waitFor(() => {
        const found = of(type)[nth - 1];
        if (found === undefined)
          throw new Error(`no ${type} yet: ${events.map((one) => one.type).join(' ')}`);
        return found;
      }, patience),
  };
}

/** What every process of the session recorded, the latest form of an id in the place of its first. */
export function collected(...talks: Talk[]): PlainMessage[] {
  const told = talks.flatMap(({ events }) => events);
  return plainly(told.flatMap((event) => (event.type === 'recorded' ? event.messages : [])));
}

/** As the second reader tells it: the thread, then the subagents by their names; what was left behind is not shown. */
export function plainly(told: readonly Message[]): PlainMessage[] {
  const messages = new Map<string, Message>();
  for (const message of told) messages.set(message.id, message);
  const shown = [...messages.values()].filter(({ is_pruned }) => is_pruned !== true);
  const agents = [...new Set(shown.map(({ agent_id }) => agent_id ?? ''))].sort();
  return agents
    .flatMap((agent) => shown.filter(({ agent_id }) => (agent_id ?? '') === agent))
    .map(({ id, role, content, tool_calls = [], notice, agent_id, parent_id }) => ({
      id,
      who: role,
      said: content.flatMap((block) =>
        block.type === 'text' ? [block.text] : block.type === 'thinking' ? [`(${block.text})`] : [],
      ),
      calls: content.flatMap((block) => {
        const call = block.type === 'tool_use' ? tool_calls.find((one) => one.id === block.id) : undefined;
        if (call === undefined) return [];
        const { tool, input, output = '', success } = call;
        return [{ id: call.id, tool, input, output, failed: !success }];
      }),
      ...(notice === undefined ? {} : { kind: notice }),
      ...(agent_id === undefined ? {} : { agent: agent_id, call: parent_id }),
    }));
}

/** Ended, and what was recorded and counted equals what the second reader finds in the transcript. */
export async function endedWell(bench: ClaudeBench, ...talks: Talk[]): Promise<PlainMessage[]> {
  const last = talks.at(-1);
  await last?.live.end();
  const mine = collected(...talks);
  const transcript = bench.transcriptOf(last?.live.session_id ?? '');
  expect(mine).toEqual(readTranscriptPlainly(transcript));
  const counted = last?.events.findLast((event) => event.type === 'counted');
  const { usage } = statsOf(counted?.tally ?? createTally());
  const tokens = {
    in: usage.tokens_in,
    out: usage.tokens_out,
    read: usage.cache_read_tokens,
    written: usage.cache_write_tokens,
  };
  expect(tokens).toEqual(readTokensPlainly(transcript));
  return mine;
}
