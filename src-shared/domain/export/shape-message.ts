import type { ContentBlock, Message, ToolCall } from '@domain/session/message';
import type { ExportOptions } from './export-options';

const MOST_LINES = 60;
const MOST_CHARS = 6000;
/** Which of a tool's arguments says what it was pointed at. */
const TARGETS = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'url', 'query', 'description'];
const MOST_TARGET = 200;

/** A message as far as it is wanted; null: nothing of it is. Every format writes what is left. */
export function shapeMessage(message: Message, options: ExportOptions): Message | null {
  const content = message.content.flatMap((block) => shapeBlock(block, options));
  const { tool_calls: calls, ...rest } = message;
  const kept = options.tools === 'none' ? [] : (calls ?? []).map((call) => shapeCall(call, options));
  if (content.length === 0 && kept.length === 0 && message.notice === undefined) return null;
  return { ...rest, content, ...(kept.length === 0 ? {} : { tool_calls: kept }) };
}

function shapeBlock(block: ContentBlock, options: ExportOptions): ContentBlock[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? [] : [block];
    case 'thinking':
      return options.thinking && block.text.trim() !== '' ? [block] : [];
    case 'tool_use':
      return options.tools === 'none' ? [] : [{ ...block, input: shapeInput(block.input, options) }];
    case 'tool_result':
      return options.tools === 'full' ? [{ ...block, text: shapeText(block.text, options) }] : [];
    case 'image':
      return [block];
  }
}

function shapeCall(call: ToolCall, options: ExportOptions): ToolCall {
  const { output, ...rest } = call;
  const input = shapeInput(call.input, options);
  if (options.tools === 'names' || output === undefined) return { ...rest, input };
  return { ...rest, input, output: shapeText(output, options) };
}

function shapeInput(
  input: Readonly<Record<string, unknown>>,
  { tools }: ExportOptions,
): Record<string, unknown> {
  if (tools === 'full') return { ...input };
  const name = TARGETS.find((each) => typeof input[each] === 'string');
  const target = name === undefined ? undefined : input[name];
  return name === undefined || typeof target !== 'string' ? {} : { [name]: target.slice(0, MOST_TARGET) };
}

/** Cut at whole lines where it can be; what is left out is counted. */
function shapeText(text: string, { long_output }: ExportOptions): string {
  if (long_output) return text;
  const lines = text.split('\n');
  const kept = lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_CHARS);
  if (kept.length === text.length) return text;
  const left = lines.length - kept.split('\n').length;
  return `${kept}\n[${left > 0 ? `${left} more lines` : `${text.length - kept.length} more characters`} left out]`;
}
