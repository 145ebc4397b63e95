import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PromptImage } from '@domain/session/prompt-image';
import { parseObject } from '@domain/transcript/transcript-line';
import type { ProcessTable } from '../locks/process-identity';

/*
 * Notes that a command hook leaves in a folder of its own, for one process of Claude, and pictures that are left there for it.
 * N1  A note is whole when it has its name (it is renamed into place), is told once, and is gone then.
 * N2  The folder is ours alone (0700) and goes with its process; those of programs that are gone are cleared away.
 */
export type NoteSpool = {
  readonly folder: string;
  /** What has come since the last time. */
  take(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Answers the path. Claude tells it to the model, so it stays as long as the folder. */
  keepPicture(image: PromptImage): Promise<string>;
  close(): Promise<void>;
};

const MAX_NOTE_BYTES = 1024 * 1024;

export async function openNoteSpool(root: string): Promise<NoteSpool> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(root, `${process.pid}-`));
  return {
    folder,
    async take() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      const notes = await Promise.all(names.map((name) => takeNote(join(folder, name))));
      return notes.filter((note) => note !== null);
    },
    async keepPicture({ media_type, data }) {
      const path = join(folder, `${randomUUID()}.${media_type.slice('image/'.length)}`);
      await writeFile(path, Buffer.from(data, 'base64'), { mode: 0o600, flag: 'wx' });
      return path;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function takeNote(path: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const { size } = await stat(path);
    const text = size > MAX_NOTE_BYTES ? '' : await readFile(path, 'utf8');
    await rm(path);
    return parseObject(text);
  } catch {
    return null;
  }
}

/** After a SIGKILL nobody was there to do it. */
export async function clearNoteSpools(root: string, processes: ProcessTable): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(pid) && pid !== process.pid && !processes.isAlive(pid))
      await rm(join(root, name), { recursive: true, force: true });
  }
}
