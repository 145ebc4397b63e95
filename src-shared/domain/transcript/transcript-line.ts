import type { ContentBlock, Message } from '@domain/session/message';

/** One line of Claude's transcript, in our words. What is not part of the conversation is `other`. */
export type TranscriptLine = Kind & {
  /** The line this one hangs on. */
  readonly parent?: string;
};

type Kind =
  | {
      readonly type: 'prompt' | 'notice' | 'assistant';
      readonly uuid: string;
      readonly message: Message;
    }
  | {
      readonly type: 'tool-results';
      readonly uuid: string;
      readonly timestamp: string;
      readonly results: readonly ToolResult[];
    }
  | { readonly type: 'other'; readonly uuid: string | null }
  | { readonly type: 'broken' };

export type ToolResult = { readonly tool_use_id: string; readonly text: string; readonly success: boolean };

type Json = { readonly [field: string]: unknown };

/** What the CLI itself writes in the user's place. */
const CLI_TEXT =
  /^(?:<(?:command-name|command-message|local-command-stdout|local-command-stderr|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification)>|\[Request interrupted)/;
export function isCliText(text: string): boolean {
  return CLI_TEXT.test(text);
}
const SYNTHETIC = '<synthetic>';

/** Forgiving: a line of a newer version is `other`, only what is no JSON object is `broken`. */
export function readTranscriptLine(text: string): TranscriptLine {
  const line = parseObject(text);
  if (line === null) return { type: 'broken' };
  const parent = textOf(line['parentUuid']);
  return parent === null ? kindOf(line) : { ...kindOf(line), parent };
}

function kindOf(line: Json): Kind {
  const uuid = textOf(line['uuid']);
  const timestamp = textOf(line['timestamp']);
  if (uuid === null || timestamp === null || line['isSidechain'] === true) return { type: 'other', uuid };
  if (line['type'] === 'assistant') return readAssistant(line, uuid, timestamp);
  if (line['type'] === 'user') return readUser(line, uuid, timestamp);
  if (line['type'] === 'attachment') return readAttachment(line, uuid, timestamp);
  return { type: 'other', uuid };
}

function readAssistant(line: Json, uuid: string, timestamp: string): Kind {
  const message = objectOf(line['message']);
  const id = textOf(message?.['id']);
  if (message === null || id === null) return { type: 'other', uuid };
  const model = textOf(message['model']);
  const tokens = tokensOf(objectOf(message['usage']));
  return {
    type: 'assistant',
    uuid,
    message: {
      id,
      role: 'assistant',
      content: blocksOf(message['content']),
      timestamp,
      ...(model === null || model === SYNTHETIC ? {} : { model }),
      ...(tokens === 0 ? {} : { tokens }),
      ...(line['isApiErrorMessage'] === true ? { notice: 'api-error' as const } : {}),
      ...(line['isAbortedMidStream'] === true ? { notice: 'interrupted' as const } : {}),
    },
  };
}

function readUser(line: Json, uuid: string, timestamp: string): Kind {
  if (line['isMeta'] === true) return { type: 'other', uuid };
  const content = objectOf(line['message'])?.['content'];
  const results = resultsOf(content);
  if (results.length > 0) return { type: 'tool-results', uuid, timestamp, results };
  const blocks = blocksOf(content);
  if (blocks.length === 0) return { type: 'other', uuid };
  const base = { id: uuid, content: blocks, timestamp };
  if (line['isCompactSummary'] === true)
    return { type: 'notice', uuid, message: { ...base, role: 'system', notice: 'compacted' } };
  const first = blocks[0];
  const said = first?.type === 'text' ? first.text : '';
  if (!isCliText(said)) return { type: 'prompt', uuid, message: { ...base, role: 'user' } };
  const notice = said.startsWith('[Request interrupted') ? 'interrupted' : 'command';
  return { type: 'notice', uuid, message: { ...base, role: 'system', notice } };
}

/** A prompt that was taken into the running turn never becomes a line of its own kind. */
function readAttachment(line: Json, uuid: string, timestamp: string): Kind {
  const attachment = objectOf(line['attachment']);
  if (attachment?.['type'] !== 'queued_command') return { type: 'other', uuid };
  const blocks = blocksOf(attachment['prompt']);
  if (blocks.length === 0) return { type: 'other', uuid };
  return { type: 'prompt', uuid, message: { id: uuid, role: 'user', content: blocks, timestamp } };
}

/** Claude's content, a string or blocks, as ours. Unknown kinds of blocks are left out. */
export function blocksOf(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return listOf(content).flatMap((block): ContentBlock[] => {
    switch (block['type']) {
      case 'text':
        return [{ type: 'text', text: textOf(block['text']) ?? '' }];
      case 'thinking':
        return [{ type: 'thinking', text: textOf(block['thinking']) ?? '' }];
      case 'redacted_thinking':
        return [{ type: 'thinking', text: '' }];
      case 'tool_use':
        return [
          {
            type: 'tool_use',
            id: (textOf(block['id']) ?? '').slice(0, 200),
            tool: (textOf(block['name']) ?? 'unknown').slice(0, 200),
            input: objectOf(block['input']) ?? {},
          },
        ];
      case 'image': {
        const source = objectOf(block['source']);
        const data = textOf(source?.['data']) ?? '';
        const bytes = Math.floor((data.length * 3) / 4);
        const media_type = (textOf(source?.['media_type']) ?? 'image/unknown').slice(0, 100);
        return [{ type: 'image', media_type, bytes }];
      }
      default:
        return [];
    }
  });
}

export function resultsOf(content: unknown): ToolResult[] {
  return listOf(content).flatMap((block) => {
    const tool_use_id = textOf(block['tool_use_id']);
    if (block['type'] !== 'tool_result' || tool_use_id === null) return [];
    return [{ tool_use_id, text: resultText(block['content']), success: block['is_error'] !== true }];
  });
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((block) => (block['type'] === 'text' ? (textOf(block['text']) ?? '') : `[${String(block['type'])}]`))
    .join('\n');
}

/** Everything that was billed for the message: in, out and both kinds of cache. */
function tokensOf(usage: Json | null): number {
  const fields = [
    'input_tokens',
    'output_tokens',
    'cache_creation_input_tokens',
    'cache_read_input_tokens',
  ] as const;
  return fields.reduce((sum, field) => {
    const value = usage?.[field];
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? sum + value : sum;
  }, 0);
}

export function parseObject(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];
}
