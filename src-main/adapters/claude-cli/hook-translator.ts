import type { PermissionRequest } from '@domain/session/live';
import type { ToolCall } from '@domain/session/message';
import { objectOf, textOf } from '@domain/transcript/transcript-line';
import type { DriverEvent } from '../../ports/claude-driver';
import type { HookCall } from '../../ports/hook-door';
import { rulesOf } from './stream-translator';

/** What one call of a hook means to the process it is about. */
export type HookHeard =
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'text'; readonly id: string; readonly event: DriverEvent }
  | { readonly type: 'tool-started'; readonly id: string; readonly event: DriverEvent }
  | { readonly type: 'tool-finished'; readonly id: string; readonly event: DriverEvent }
  | { readonly type: 'asked'; readonly request: PermissionRequest; readonly suggestions: readonly Json[] }
  | { readonly type: 'stopped'; readonly result: string | null; readonly error: string | null }
  | { readonly type: 'nothing' };

type Json = Readonly<Record<string, unknown>>;
type Use = {
  readonly id: string;
  readonly tool: string;
  readonly input: string;
  /** The subagent that called. */
  readonly agent: string | null;
};

const MAX_OUTPUT = 256 * 1024;
const MOST_KNOWN = 2000;
const nothing: HookHeard = { type: 'nothing' };

/*
 * H1  A call that comes twice counts once; one that comes late or never changes nothing that the record says.
 * H2  A question does not say which call it is about: it is the one that began last of those that are the same. No hook tells
 *     the end of a call that was interrupted: with its turn it is over, and with it those of the subagent that it waited for.
 */
export function createHookTranslator(newId: () => string) {
  /** Tools that have begun and not ended, in this order. */
  const open = new Map<string, Use>();
  const known = new Set<string>();
  const agents = new Map<string, string>();

  const isNew = (key: string): boolean => {
    if (known.has(key)) return false;
    if (known.size > MOST_KNOWN) known.clear();
    known.add(key);
    return true;
  };
  const parentOf = (call: HookCall): { parent_id?: string } => {
    const parent = agents.get(textOf(call['agent_id']) ?? '');
    return parent === undefined ? {} : { parent_id: parent };
  };

  const onDisplay = (call: HookCall): HookHeard => {
    const [id, text] = [textOf(call['message_id']), textOf(call['delta'])];
    if (id === null || !text || !isNew(`text ${id} ${String(call['index'])}`)) return nothing;
    const message_id = `shown-${id}`;
    const piece = { type: 'text', message_id, block: 0, text, ...parentOf(call) } as const;
    return { type: 'text', id: message_id, event: piece };
  };

  const onToolBegan = (call: HookCall): HookHeard => {
    const id = textOf(call['tool_use_id']);
    if (id === null || !isNew(`tool ${id}`)) return nothing;
    const [tool, input] = toolOf(call);
    open.set(id, { id, tool, input: JSON.stringify(input), agent: textOf(call['agent_id']) });
    return { type: 'tool-started', id, event: { type: 'tool-started', id, tool, input, ...parentOf(call) } };
  };

  const onToolEnded = (call: HookCall, success: boolean): HookHeard => {
    const id = textOf(call['tool_use_id']);
    if (id === null || !isNew(`end ${id}`)) return nothing;
    open.delete(id);
    const [tool, input] = toolOf(call);
    const output = success ? responseText(call['tool_response']) : (textOf(call['error']) ?? '');
    const duration = call['duration_ms'];
    const done: ToolCall = {
      id,
      tool,
      input,
      output: output.slice(0, MAX_OUTPUT),
      success,
      ...(output.length > MAX_OUTPUT ? { truncated: true } : {}),
      ...(typeof duration === 'number' && duration >= 0 ? { duration_ms: duration } : {}),
    };
    return { type: 'tool-finished', id, event: { type: 'tool-finished', call: done } };
  };

  const onQuestion = (call: HookCall): HookHeard => {
    const [tool, input] = toolOf(call);
    const same = [...open.values()].filter((use) => use.tool === tool);
    const use = same.findLast((one) => one.input === JSON.stringify(input)) ?? same.at(-1);
    const suggestions = listOf(call['permission_suggestions']);
    const rules = suggestions.flatMap(rulesOf);
    const request = { id: newId(), tool, input, rules, ...(use ? { tool_use_id: use.id } : {}) };
    const description = textOf(input['description']);
    return {
      type: 'asked',
      suggestions,
      request: description === null ? request : { ...request, description },
    };
  };

  const onAgent = (call: HookCall): HookHeard => {
    const agent = textOf(call['agent_id']);
    const caller = [...open.values()].findLast(
      ({ tool, id }) => (tool === 'Agent' || tool === 'Task') && ![...agents.values()].includes(id),
    );
    if (agent !== null && caller !== undefined) agents.set(agent, caller.id);
    return nothing;
  };

  const hear = (call: HookCall): HookHeard => {
    switch (call['hook_event_name']) {
      case 'UserPromptSubmit':
        return isNew(`prompt ${textOf(call['prompt_id']) ?? newId()}`)
          ? { type: 'prompt', text: textOf(call['prompt']) ?? '' }
          : nothing;
      case 'MessageDisplay':
        return onDisplay(call);
      case 'PreToolUse':
        return onToolBegan(call);
      case 'PermissionRequest':
        return onQuestion(call);
      case 'PostToolUse':
        return onToolEnded(call, true);
      case 'PostToolUseFailure':
        return onToolEnded(call, false);
      case 'SubagentStart':
        return onAgent(call);
      case 'Stop':
        return { type: 'stopped', result: textOf(call['last_assistant_message']), error: null };
      case 'StopFailure': {
        const error = textOf(call['last_assistant_message']) ?? textOf(call['error']) ?? 'unknown';
        return { type: 'stopped', result: null, error };
      }
      default:
        return nothing;
    }
  };

  return {
    hear,
    turnEnded() {
      // An agent whose call has ended works in the background.
      const worksOn = ({ agent }: Use) => agent !== null && !open.has(agents.get(agent) ?? '');
      const left = [...open.values()].filter((use) => !worksOn(use));
      for (const { id } of left) open.delete(id);
    },
  };
}

function toolOf(call: HookCall): [string, Record<string, unknown>] {
  return [(textOf(call['tool_name']) ?? 'unknown').slice(0, 200), objectOf(call['tool_input']) ?? {}];
}

/** Provisional: the record has what Claude itself was told. */
function responseText(response: unknown): string {
  if (typeof response === 'string') return response;
  const facts = objectOf(response);
  const streams = [textOf(facts?.['stdout']), textOf(facts?.['stderr'])].filter((text) => text !== null);
  if (streams.length > 0) return streams.filter((text) => text !== '').join('\n');
  const file = textOf(objectOf(facts?.['file'])?.['content']);
  if (file !== null) return file;
  const blocks = listOf(Array.isArray(response) ? response : facts?.['content']);
  const texts = blocks.flatMap((block) => textOf(block['text']) ?? []);
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(response ?? null);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];
}
