import { createReadStream } from 'node:fs';
import { PromptImage } from '@domain/session/prompt-image';
import { objectOf, parseObject } from '@domain/transcript/transcript-line';
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
      const line = await lineOf(path, messageId).catch(() => null);
      const content = objectOf(line?.['message'])?.['content'];
      const images = Array.isArray(content) ? content.map(objectOf).filter(isImage) : [];
      const source = objectOf(images[index]?.['source']);
      const image = PromptImage.safeParse({ media_type: source?.['media_type'], data: source?.['data'] });
      return image.success ? image.data : null;
    },
  };
}

type Json = Readonly<Record<string, unknown>>;
const isImage = (block: Json | null): block is Json => block?.['type'] === 'image';

/** The line with this uuid. The name is looked for in the bytes first, so that few lines are parsed. */
async function lineOf(path: string, uuid: string): Promise<Json | null> {
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
      const line = isWhole && bytes.includes(uuid) ? parseObject(bytes.toString('utf8')) : null;
      if (line?.['uuid'] === uuid) return line;
    }
    size += chunk.length - from;
    if (size <= MAX_LINE) held.push(chunk.subarray(from));
    else held = [];
  }
  return null;
}
