import type { ContentBlock } from '@domain/session/message';
import { objectOf, objectsOf, textOf } from './json-fields';

export type ToolResult = {
  readonly tool_use_id: string;
  readonly text: string;
  readonly success: boolean;
  /** How many pictures are in it; absent: none. */
  readonly images?: number;
};

/** Claude's content, a string or blocks, as ours. Unknown kinds of blocks are left out. */
export function blocksOf(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return objectsOf(content).flatMap((block): ContentBlock[] => {
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
  return objectsOf(content).flatMap((block) => {
    const tool_use_id = textOf(block['tool_use_id']);
    if (block['type'] !== 'tool_result' || tool_use_id === null) return [];
    const { content } = block;
    const images = objectsOf(content).filter(({ type }) => type === 'image').length;
    const result = { tool_use_id, text: resultText(content), success: block['is_error'] !== true };
    return [images === 0 ? result : { ...result, images }];
  });
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map((block) => (block['type'] === 'text' ? (textOf(block['text']) ?? '') : `[${String(block['type'])}]`))
    .join('\n');
}
