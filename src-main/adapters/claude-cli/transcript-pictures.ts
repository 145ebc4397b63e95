import { createReadStream } from 'node:fs';
import { PromptImage } from '@domain/session/prompt-image';
import { objectOf, objectsOf, parseObject } from '@domain/transcript/json-fields';
import type { Pictures } from '../../ports/pictures';
import { agentFilesOf, createClaudeFolder } from './claude-folder';
import { linesWith } from './lines-with';

/** A longer line holds no picture that a window could be told in one message. */
const MAX_LINE = 8 * 1024 * 1024;

export function createTranscriptPictures(env: Readonly<Record<string, string | undefined>>): Pictures {
  const folder = createClaudeFolder(env);
  return {
    async read({ id, cwd }, messageId, index) {
      const path = await folder.findTranscript(id, cwd);
      if (path === null) return null;
      let content: readonly Json[] | null = null;
      for (const file of [path, ...(await agentFilesOf(path))])
        content ??= await contentOf(file, messageId).catch(() => null);
      const images = (content ?? []).filter(({ type }) => type === 'image');
      const source = objectOf(images[index]?.['source']);
      const image = PromptImage.safeParse({ media_type: source?.['media_type'], data: source?.['data'] });
      return image.success ? image.data : null;
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

/** What the line with this uuid holds, or the answer to the call with this id. */
function meant(line: Json | null, id: string): readonly Json[] | null {
  const content = objectsOf(objectOf(line?.['message'])?.['content']);
  if (line?.['uuid'] === id) return content;
  const result = content.find(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === id);
  return result === undefined ? null : objectsOf(result['content']);
}

async function contentOf(path: string, id: string): Promise<readonly Json[] | null> {
  for await (const line of linesWith(createReadStream(path) as AsyncIterable<Buffer>, id, MAX_LINE)) {
    const found = meant(parseObject(line), id);
    if (found !== null) return found;
  }
  return null;
}
