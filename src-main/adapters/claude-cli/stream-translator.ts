import type { PermissionRequest } from '@domain/session/live';
import type { ToolCall } from '@domain/session/message';
import { blocksOf, objectOf, parseObject, resultsOf, textOf } from '@domain/transcript/transcript-line';
import type { DriverEvent, UsageLimit } from '../../ports/claude-driver';
import { createStreamNotices } from './stream-notices';
import { createStreamedBlocks, type Retraction } from './streamed-blocks';

/** What one line of stream-json means to the process that reads it. */
export type Heard =
  | { readonly type: 'event'; readonly event: DriverEvent }
  /** A transcript line with this uuid follows, in the session's own file or a subagent's. */
  | { readonly type: 'line'; readonly uuid: string }
  | {
      readonly type: 'turn-began';
      readonly session_id: string | null;
      readonly model: string | null;
      readonly commands: readonly string[];
    }
  | {
      readonly type: 'turn-ended';
      readonly isAborted: boolean;
      readonly result: string | null;
      readonly error: string | null;
      readonly limit: UsageLimit | null;
    }
  | { readonly type: 'answered'; readonly request_id: string }
  | { readonly type: 'asked'; readonly request: PermissionRequest; readonly suggestions: readonly Json[] }
  | { readonly type: 'unknown-request'; readonly request_id: string }
  | { readonly type: 'cancelled'; readonly request_id: string };

type Json = Readonly<Record<string, unknown>>;
export type StreamTranslator = { hear(line: string): readonly Heard[] };

const MAX_OUTPUT = 256 * 1024;

export function createStreamTranslator(): StreamTranslator {
  const streamed = createStreamedBlocks();
  const notices = createStreamNotices();
  const uses = new Map<string, { tool: string; input: Record<string, unknown> }>();

  const event = (told: DriverEvent): Heard => ({ type: 'event', event: told });
  const retracted = (one: Retraction): Heard => event({ type: 'retracted', ...one });

  const onStreamEvent = (line: Json): Heard[] => {
    const parent = textOf(line['parent_tool_use_id']);
    const speaker = parent ?? '';
    const inner = objectOf(line['event']);
    const index = typeof inner?.['index'] === 'number' ? inner['index'] : 0;
    switch (inner?.['type']) {
      case 'message_start': {
        const id = textOf(objectOf(inner['message'])?.['id']);
        return id === null ? [] : streamed.begin(speaker, id).map(retracted);
      }
      case 'content_block_start':
        streamed.blockStarts(speaker, index, textOf(objectOf(inner['content_block'])?.['type']) ?? '');
        return [];
      case 'content_block_delta': {
        const delta = objectOf(inner['delta']);
        const text = textOf(delta?.['text']) ?? textOf(delta?.['thinking']);
        const piece = text === null || text === '' ? null : streamed.pieceOf(speaker, index);
        if (piece === null || text === null) return [];
        const type = delta?.['type'] === 'thinking_delta' ? 'thinking' : 'text';
        return [event({ type, ...piece, text, ...parentOf(parent) })];
      }
      default:
        return [];
    }
  };

  const onAssistant = (line: Json): Heard[] => {
    const message = objectOf(line['message']);
    const message_id = textOf(message?.['id']) ?? '';
    const parent = textOf(line['parent_tool_use_id']);
    if (parent === null) notices.onAnswer(line);
    return blocksOf(message?.['content']).flatMap((part): Heard[] => {
      const { block, isTold } = streamed.whole(message_id);
      if (part.type === 'tool_use') {
        uses.set(part.id, { tool: part.tool, input: part.input });
        const { id, tool, input } = part;
        return [event({ type: 'tool-started', id, tool, input, ...parentOf(parent) })];
      }
      // What came in pieces was told already; the CLI's own words and a subagent's come whole.
      if ((part.type !== 'text' && part.type !== 'thinking') || isTold) return [];
      return [event({ type: part.type, message_id, block, text: part.text, ...parentOf(parent) })];
    });
  };

  const onUser = (line: Json): Heard[] =>
    resultsOf(objectOf(line['message'])?.['content']).map(({ tool_use_id, text, success }) => {
      const use = uses.get(tool_use_id);
      uses.delete(tool_use_id);
      const call: ToolCall = {
        id: tool_use_id,
        tool: use?.tool ?? 'unknown',
        input: use?.input ?? {},
        output: text.slice(0, MAX_OUTPUT),
        success,
        ...(text.length > MAX_OUTPUT ? { truncated: true } : {}),
      };
      return event({ type: 'tool-finished', call });
    });

  const onSystem = (line: Json): Heard[] => {
    if (line['subtype'] === 'init') {
      notices.onTurn();
      const listed = Array.isArray(line['slash_commands']) ? line['slash_commands'] : [];
      const commands = listed.filter((name): name is string => typeof name === 'string');
      const [session_id, model] = [textOf(line['session_id']), textOf(line['model'])];
      return [{ type: 'turn-began', session_id, model, commands }];
    }
    const told = notices.onSystem(line, (id) => uses.get(id)?.input);
    return told === null ? [] : [event(told)];
  };

  const onControlRequest = (line: Json): Heard[] => {
    const request_id = textOf(line['request_id']);
    const request = objectOf(line['request']);
    if (request_id === null) return [];
    if (request?.['subtype'] !== 'can_use_tool') return [{ type: 'unknown-request', request_id }];
    const suggestions = listOf(request['permission_suggestions']);
    const tool_use_id = textOf(request['tool_use_id']);
    const description = textOf(request['description']);
    return [
      {
        type: 'asked',
        suggestions,
        request: {
          id: request_id,
          tool: textOf(request['tool_name']) ?? 'unknown',
          input: objectOf(request['input']) ?? {},
          rules: suggestions.flatMap(rulesOf),
          ...(tool_use_id === null ? {} : { tool_use_id }),
          ...(description === null ? {} : { description }),
        },
      },
    ];
  };

  const translate = (line: Json): Heard[] => {
    switch (line['type']) {
      case 'stream_event':
        return onStreamEvent(line);
      case 'assistant':
        return onAssistant(line);
      case 'user':
        return line['isReplay'] === true ? [] : onUser(line);
      case 'system':
        return onSystem(line);
      case 'result':
        return [...streamed.finish().map(retracted), turnEnd(line, notices.limit())];
      case 'rate_limit_event':
        notices.onRateLimit(line);
        return [];
      case 'control_request':
        return onControlRequest(line);
      case 'control_cancel_request':
        return [{ type: 'cancelled', request_id: textOf(line['request_id']) ?? '' }];
      case 'control_response':
        return [{ type: 'answered', request_id: textOf(objectOf(line['response'])?.['request_id']) ?? '' }];
      default:
        return [];
    }
  };

  return {
    hear(text) {
      const line = parseObject(text);
      if (line === null) return [];
      const uuid = textOf(line['uuid']);
      const isRecorded = line['type'] === 'assistant' || line['type'] === 'user';
      return isRecorded && uuid !== null ? [...translate(line), { type: 'line', uuid }] : translate(line);
    },
  };
}

/** An API failure has `subtype: success`: `is_error` is what counts. */
function turnEnd(line: Json, limit: UsageLimit | null): Heard {
  const result = textOf(line['result']);
  const errors = Array.isArray(line['errors']) ? line['errors'].filter((one) => typeof one === 'string') : [];
  const isError = line['is_error'] === true;
  const subtype = textOf(line['subtype']) ?? 'unknown';
  return {
    type: 'turn-ended',
    isAborted: subtype === 'error_during_execution',
    result: isError ? null : result,
    error: isError ? (result ?? errors[0] ?? subtype) : null,
    limit: isError ? limit : null,
  };
}

export function rulesOf(suggestion: Json): string[] {
  if (suggestion['type'] !== 'addRules') return [];
  return listOf(suggestion['rules']).map((rule) => {
    const content = textOf(rule['ruleContent']);
    const tool = textOf(rule['toolName']) ?? 'unknown';
    return content === null ? tool : `${tool}(${content})`;
  });
}

function parentOf(parent: string | null): { parent_id?: string } {
  return parent === null ? {} : { parent_id: parent };
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];
}
