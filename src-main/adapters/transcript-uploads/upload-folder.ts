import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionId } from '@domain/ids';
import { createLineFilter } from '@domain/privacy/filter-transcript-line';
import { defaultPolicy, type PrivacyPolicy } from '@domain/privacy/tiers';
import { err, ok, type Result } from '@domain/result';
import { parseObject } from '@domain/transcript/transcript-line';
import { MAX_UPLOAD_BYTES } from '@domain/transcript/upload-limit';
import { z } from 'zod';
import type { TranscriptUploads, UploadError } from '../../ports/transcript-uploads';
import { TEMP_SUFFIX, writeAtomic } from '../fs/write-file';

/*
 * Transcripts that came in from elsewhere, in the layout of Claude's own so that the history reads both alike.
 * U1  A line is filtered before it is written: what was sent is never on this disk as it was sent.
 * U2  Memory is bounded by one line; one that is longer is left out, and the rest is kept.
 * U3  A transcript is there whole or not at all; the slip beside it is written last and says that it is.
 */
const MAX_LINE_BYTES = 8 * 1024 * 1024;
/** The one folder below: Claude names them after a project's path, which an upload does not know. */
const SLUG = 'uploaded';
const TRANSCRIPT = '.jsonl';
const NEWLINE = 10;

const Slip = z.object({ version: z.literal(1), sha256: z.string(), bytes: z.int(), lines: z.int() });

export type UploadRules = {
  /** Sessions that were deleted for ever do not come back by this way. */
  readonly isForgotten?: (id: string) => boolean;
  /** The privacy rules of a folder that a line names. */
  readonly policyOf?: (folder: string | null) => PrivacyPolicy;
};

export function createUploadFolder(root: string, rules: UploadRules = {}): TranscriptUploads {
  const { isForgotten = () => false, policyOf = () => defaultPolicy } = rules;
  const folder = join(root, SLUG);
  const slipOf = (id: string) => join(folder, `${id}.upload.json`);
  const fileOf = (id: string) => join(folder, `${id}${TRANSCRIPT}`);
  const tempOf = (id: string) => join(folder, `${id}.${randomBytes(6).toString('hex')}${TEMP_SUFFIX}`);

  const refilterOne = async (id: string): Promise<boolean> => {
    const temp = tempOf(id);
    try {
      const file = await open(temp, 'wx', 0o600);
      const isChanged = await refilterInto(file, createReadStream(fileOf(id)), createLineFilter(policyOf));
      if (isChanged) await rename(temp, fileOf(id));
      return isChanged;
    } catch (error) {
      // Deleted meanwhile, or never there.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    } finally {
      await rm(temp, { force: true });
    }
  };

  return {
    async find(id) {
      const text = await readFile(slipOf(id), 'utf8').catch(() => null);
      const slip = Slip.safeParse(parseObject(text ?? ''));
      if (!slip.success) return null;
      const { version: _version, ...uploaded } = slip.data;
      return uploaded;
    },
    async receive(id, chunks) {
      if (isForgotten(id)) return err({ code: 'session-gone' });
      const temp = tempOf(id);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = await open(temp, 'wx', 0o600);
        const taken = await takeInto(file, { id, chunks, filter: createLineFilter(policyOf) });
        if (!taken.ok) return taken;
        await rename(temp, fileOf(id));
        const slip = await writeAtomic(slipOf(id), `${JSON.stringify({ version: 1, ...taken.value })}\n`);
        return slip.ok ? taken : err({ code: 'upload-unavailable' });
      } catch (error) {
        if (error instanceof Error && 'syscall' in error && 'path' in error)
          return err({ code: 'upload-unavailable' });
        throw error;
      } finally {
        await rm(temp, { force: true }).catch(() => {});
      }
    },
    async refilter(id) {
      const names = id === null ? await readdir(folder).catch(() => []) : [`${id}${TRANSCRIPT}`];
      const changed: string[] = [];
      for (const name of names) {
        const known = SessionId.safeParse(name.endsWith(TRANSCRIPT) ? name.slice(0, -TRANSCRIPT.length) : '');
        if (known.success && (await refilterOne(known.data))) changed.push(known.data);
      }
      return changed;
    },
    async remove(id) {
      const known = SessionId.safeParse(id);
      if (!known.success) return;
      // The slip first: without it nobody takes what is left for a whole one.
      await rm(slipOf(known.data), { force: true });
      await rm(fileOf(known.data), { force: true });
    },
  };
}

/** Whether anything is different. A line that cannot be read is left out: nobody can tell it from a secret. */
async function refilterInto(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  filter: ReturnType<typeof createLineFilter>,
): Promise<boolean> {
  let isChanged = false;
  try {
    for await (const raw of cutLines(chunks, () => true)) {
      const line = parseObject(raw);
      const kept = line === null ? '' : JSON.stringify(filter(line));
      isChanged ||= kept !== raw;
      if (kept !== '') await file.write(`${kept}\n`);
    }
    await file.sync();
    return isChanged;
  } finally {
    await file.close();
  }
}

type Incoming = {
  readonly id: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filter: ReturnType<typeof createLineFilter>;
};

async function takeInto(file: FileHandle, incoming: Incoming) {
  try {
    const taken = await take(incoming, (text) => file.write(text));
    if (taken.ok) await file.sync();
    return taken;
  } finally {
    await file.close();
  }
}

async function take(
  { id, chunks, filter }: Incoming,
  write: (text: string) => Promise<unknown>,
): Promise<Result<{ sha256: string; bytes: number; lines: number }, UploadError>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  let isOurs = false;
  const keep = async (raw: string): Promise<boolean> => {
    const line = parseObject(raw);
    if (line === null) return true;
    const named = line['sessionId'];
    if (typeof named === 'string' && named.toLowerCase() !== id) return false;
    isOurs ||= typeof named === 'string';
    lines += 1;
    await write(`${JSON.stringify(filter(line))}\n`);
    return true;
  };
  for await (const line of cutLines(chunks, (chunk) => {
    bytes += chunk.length;
    hash.update(chunk);
    return bytes <= MAX_UPLOAD_BYTES;
  }))
    if (!(await keep(line))) return err({ code: 'transcript-of-other-session' });
  if (bytes > MAX_UPLOAD_BYTES) return err({ code: 'transcript-too-large' });
  if (lines === 0 || !isOurs) return err({ code: 'transcript-empty' });
  return ok({ sha256: hash.digest('hex'), bytes, lines });
}

/** `count` answers false when nothing more is wanted. A line past the limit is dropped as it comes. */
async function* cutLines(
  chunks: AsyncIterable<Uint8Array>,
  count: (chunk: Uint8Array) => boolean,
): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (piece: Uint8Array) => {
    heldBytes += piece.length;
    if (heldBytes <= MAX_LINE_BYTES) held.push(piece);
    else held = [];
  };
  const line = (): string => {
    const text = heldBytes > MAX_LINE_BYTES ? '' : Buffer.concat(held).toString('utf8');
    held = [];
    heldBytes = 0;
    return text;
  };
  for await (const chunk of chunks) {
    if (!count(chunk)) return;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, at));
      yield line();
      from = at + 1;
    }
    hold(chunk.subarray(from));
  }
  yield line();
}
