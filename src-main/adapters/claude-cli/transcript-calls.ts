import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SessionId } from '@domain/ids';
import { MAX_RAW_BYTES, type RawCall } from '@domain/session/raw-call';
import { resultsOf } from '@domain/transcript/content-blocks';
import { objectOf, objectsOf, parseObject, textOf } from '@domain/transcript/json-fields';
import type { Archive } from '../../ports/archive';
import type { RawCalls } from '../../ports/raw-calls';
import type { TranscriptBytes } from '../../ports/transcript-pages';
import { agentFilesOf, createClaudeFolder } from './claude-folder';
import { linesWith } from './lines-with';

export type TranscriptCallsDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly archive: Pick<Archive, 'filesOf' | 'open'>;
};

/** A longer line holds more than is told of a call; an answer stands twice in its line. */
const MAX_LINE = 6 * MAX_RAW_BYTES;
const CHUNK = 1024 * 1024;

/** Where files are read from: Claude's own folder, or our copy of it. */
type Shelf = {
  readonly files: readonly string[];
  /** Null: it does not have that file. */
  open(path: string): Promise<{ readonly size: number; readonly chunks: AsyncIterable<Buffer> } | null>;
};

export function createTranscriptCalls({ env, archive }: TranscriptCallsDeps): RawCalls {
  const folder = createClaudeFolder(env);
  const ofClaude = async (id: string, cwd: string): Promise<Shelf> => {
    const path = await folder.findTranscript(id, cwd);
    return {
      files: path === null ? [] : [path, ...(await agentFilesOf(path))],
      async open(file) {
        const size = await stat(file).then(
          (stats) => stats.size,
          () => null,
        );
        return size === null
          ? null
          : { size, chunks: createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer> };
      },
    };
  };
  const ofCopy = (id: string): Shelf => ({
    files: archive.filesOf(id).map(({ path }) => path),
    async open(file) {
      const bytes = archive.open(id, file);
      return bytes === null ? null : { size: bytes.size, chunks: chunksOf(bytes) };
    },
  });
  return {
    async read({ id, cwd }, callId) {
      // It becomes the name of a file.
      if (!SessionId.safeParse(id).success) return null;
      return (await findCall(await ofClaude(id, cwd), id, callId)) ?? findCall(ofCopy(id), id, callId);
    },
  };
}

/** A shelf that cannot be read is one that does not have it. */
async function findCall(shelf: Shelf, id: string, callId: string): Promise<RawCall | null> {
  for (const file of shelf.files) {
    const call = await callIn(shelf, file, id, callId).catch(() => null);
    if (call !== null) return call;
  }
  return null;
}

async function callIn(shelf: Shelf, file: string, id: string, callId: string): Promise<RawCall | null> {
  const opened = await shelf.open(file);
  if (opened === null) return null;
  let input: RawCall['input'] | undefined;
  for await (const text of linesWith(opened.chunks, callId, MAX_LINE)) {
    const line = parseObject(text);
    const content = objectOf(line?.['message'])?.['content'];
    input ??= objectsOf(content)
      .filter((block) => block['type'] === 'tool_use' && block['id'] === callId)
      .map((block) => objectOf(block['input']) ?? {})[0];
    const result = resultsOf(content).find(({ tool_use_id }) => tool_use_id === callId);
    if (result === undefined || input === undefined) continue;
    const beside = textOf(objectOf(line?.['toolUseResult'])?.['persistedOutputPath']);
    const whole = beside === null ? null : await keptBeside(shelf, file, id, beside);
    return { input: boundedInput(input), output: whole ?? boundedText(result.text) };
  }
  return input === undefined ? null : { input: boundedInput(input), output: null };
}

/** Claude puts a long output beside its transcript. The line says where; only its name is believed. */
async function keptBeside(
  shelf: Shelf,
  file: string,
  id: string,
  said: string,
): Promise<RawCall['output'] | null> {
  const opened = await shelf.open(join(dirname(file), id, 'tool-results', basename(said)));
  if (opened === null) return null;
  const held: Buffer[] = [];
  let size = 0;
  for await (const chunk of opened.chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size > MAX_RAW_BYTES) break;
  }
  return cut(Buffer.concat(held), opened.size);
}

const boundedInput = (input: Record<string, unknown> | null): RawCall['input'] =>
  input !== null && Buffer.byteLength(JSON.stringify(input)) <= MAX_RAW_BYTES ? input : null;

function boundedText(text: string): RawCall['output'] {
  const bytes = Buffer.from(text);
  return cut(bytes, bytes.length);
}

/** Never in the middle of a letter: the bytes that follow its first one begin with 10. */
function cut(bytes: Buffer, of: number): NonNullable<RawCall['output']> {
  let end = Math.min(bytes.length, MAX_RAW_BYTES);
  if (end < bytes.length) while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: bytes.toString('utf8', 0, end), bytes: of, is_cut: end < of };
}

async function* chunksOf(bytes: TranscriptBytes): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < bytes.size; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, bytes.size - at));
      const read = bytes.read(chunk, 0, chunk.length, at);
      if (read === 0) return;
      yield chunk.subarray(0, read);
      at += read;
      // Whoever has asked something meanwhile is answered first.
      await setImmediate();
    }
  } finally {
    bytes.close();
  }
}
