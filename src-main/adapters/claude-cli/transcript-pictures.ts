import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PromptImage } from '@domain/session/prompt-image';
import { objectOf, objectsOf, parseObject } from '@domain/transcript/json-fields';
import type { Pictures } from '../../ports/pictures';
import { createClaudeFolder } from './claude-folder';

/** A longer line holds no picture that a window could be told in one message. */
const MAX_LINE = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

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

async function agentFilesOf(transcript: string): Promise<string[]> {
  const where = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  const names = await readdir(where).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(where, name));
}

/** What the line with this uuid holds, or the answer to the call with this id. */
function meant(line: Json | null, id: string): readonly Json[] | null {
  const content = objectsOf(objectOf(line?.['message'])?.['content']);
  if (line?.['uuid'] === id) return content;
  const result = content.find(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === id);
  return result === undefined ? null : objectsOf(result['content']);
}

/** The name is looked for in the bytes first, so that few lines are parsed. */
async function contentOf(path: string, id: string): Promise<readonly Json[] | null> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, from)) {
      const isWhole = size <= MAX_LINE;
      const bytes = Buffer.concat([...held, chunk.subarray(from, feed)]);
      held = [];
      size = 0;
      from = feed + 1;
      const line = isWhole && bytes.includes(id) ? parseObject(bytes.toString('utf8')) : null;
      const found = meant(line, id);
      if (found !== null) return found;
    }
    size += chunk.length - from;
    if (size <= MAX_LINE) held.push(chunk.subarray(from));
    else held = [];
  }
  return null;
}
