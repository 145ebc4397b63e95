import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { StoreUnavailable } from '@domain/session/errors';
import { PromptImage } from '@domain/session/prompt-image';
import { z } from 'zod';
import type { Log } from '../../ports/log';
import type { KeptPrompt, PromptQueues } from '../../ports/prompt-queues';
import { attempt, type FileError } from '../fs/file-error';
import { ensureFolder, removeIfThere } from '../fs/folders';
import { readRegular } from '../fs/read-file';
import { KEY_BYTES, openBytes, sealBytes } from '../fs/sealed-bytes';
import { writeAtomic } from '../fs/write-file';

/*
 * One file per session (0600, in a folder of its own, 0700), gone with the last prompt of it.
 * F1  A file is whole: old or new, and forced to the disk before anybody is told that it is kept.
 * F2  One that cannot be understood is named in the log and left alone until its session queues again.
 * F3  What is kept is what was typed, so it is sealed, as the copies of transcripts are, with a key that lies beside it.
 */
const File = z.looseObject({
  version: z.literal(1),
  prompts: z.array(
    z.looseObject({
      id: z.string().min(1).max(200),
      text: z.string(),
      images: z.array(PromptImage).optional(),
    }),
  ),
});
const ENDING = '.sealed';

export function openPromptQueues(folder: string, log: Pick<Log, 'warn'>): PromptQueues {
  const pathOf = (id: SessionId) => join(folder, `${id}${ENDING}`);
  const keyPath = join(folder, 'key');
  const knownKey = (): Buffer | null => {
    const read = readRegular(keyPath);
    return read.ok && read.value.data.length === KEY_BYTES ? read.value.data : null;
  };
  let making: Promise<Result<Buffer, FileError>> | null = null;
  const madeKey = async (): Promise<Result<Buffer, FileError>> => {
    const known = knownKey();
    if (known !== null) return ok(known);
    const key = randomBytes(KEY_BYTES);
    const written = await writeAtomic(keyPath, key);
    return written.ok ? ok(key) : written;
  };
  /** Two sessions that queue at once get the same one. */
  const keyOf = async () => {
    making ??= madeKey();
    const made = await making;
    if (!made.ok) making = null;
    return made;
  };

  const read = (id: SessionId): readonly KeptPrompt[] => {
    const [key, sealed] = [knownKey(), readRegular(pathOf(id))];
    const text = key !== null && sealed.ok ? openBytes(key, id, sealed.value.data) : null;
    const parsed = File.safeParse(text === null ? null : jsonOf(text.toString('utf8')));
    if (parsed.success) return parsed.data.prompts;
    log.warn('queued prompts could not be read', { session_id: id });
    return [];
  };
  const names = attempt(folder, () => readdirSync(folder));
  const ids = (names.ok ? names.value : []).flatMap((name) => {
    const id = SessionId.safeParse(name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '');
    return id.success ? [id.data] : [];
  });

  return {
    found: new Map(ids.map((id) => [id, read(id)] as const)),
    async keep(id, prompts) {
      const path = pathOf(id);
      if (prompts.length === 0) {
        const removed = removeIfThere(path);
        return removed.ok ? ok(null) : err(unavailable(removed.error));
      }
      const there = ensureFolder(folder);
      const key = there.ok ? await keyOf() : there;
      if (!key.ok) return err(unavailable(key.error));
      const text = JSON.stringify({ version: 1, prompts });
      const written = await writeAtomic(path, sealBytes(key.value, id, Buffer.from(text)));
      return written.ok ? ok(null) : err(unavailable(written.error));
    },
  };
}

const REASONS: Partial<Record<FileError['code'], StoreUnavailable['reason']>> = {
  'disk-full': 'disk-full',
  'disk-read-only': 'read-only',
  'disk-permission': 'permission',
};

function unavailable({ code, path }: FileError): StoreUnavailable {
  return { code: 'store-unavailable', reason: REASONS[code] ?? 'io', path };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
