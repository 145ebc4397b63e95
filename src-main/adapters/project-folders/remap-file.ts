import { dirname, join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { Timestamp } from '@domain/session/values';
import { z } from 'zod';
import { ensureFolder } from '../fs/folders';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { acquireWithin } from '../locks/acquire-within';
import { createLockKeeper } from '../locks/lock-keeper';

const VERSION = 1;
const Remap = z.looseObject({
  folder: z.string().min(1),
  /** Where the project was; its id counts when it has one, so that it may move again. */
  project: z.string().min(1),
  project_id: z.string().optional(),
  said_at: Timestamp,
});
export type Remap = z.infer<typeof Remap>;
const RemapFile = z.looseObject({ version: z.literal(VERSION), folders: z.array(Remap) });
type RemapFile = z.infer<typeof RemapFile>;

const PATIENCE_MS = 10_000;

/** What a person said about folders. A file that cannot be understood is reported and left as it is. */
export function createRemapFile(path: string) {
  const read = (): Result<RemapFile, string> => {
    const text = readTextIfThere(path);
    if (!text.ok) return err(`${text.error.code} (${text.error.errno})`);
    if (text.value === null) return ok({ version: VERSION, folders: [] });
    try {
      const parsed = RemapFile.safeParse(JSON.parse(text.value));
      if (parsed.success) return ok(parsed.data);
    } catch {
      // Said below: it is no JSON.
    }
    return err('its content is not what this version writes');
  };
  return {
    path,
    read,
    /** One at a time over all processes. */
    async change(edit: (folders: readonly Remap[]) => readonly Remap[]): Promise<Result<void, string>> {
      const folder = ensureFolder(dirname(path));
      if (!folder.ok) return err(folder.error.code);
      const keeper = createLockKeeper({ folder: join(dirname(path), '.locks') });
      try {
        const lock = await acquireWithin(keeper, 'folders', PATIENCE_MS);
        if (!lock.ok) return err(lock.error.code);
        const before = read();
        if (!before.ok) return before;
        const next = { ...before.value, folders: [...edit(before.value.folders)] };
        const written = await writeAtomic(path, `${JSON.stringify(next, null, 2)}\n`);
        return written.ok ? ok(undefined) : err(`${written.error.code} (${written.error.errno})`);
      } finally {
        keeper.close();
      }
    },
  };
}
