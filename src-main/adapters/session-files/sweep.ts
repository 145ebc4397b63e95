import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { attempt } from '../fs/file-error';
import type { FileSystem } from '../fs/file-system';
import { removeIfThere } from '../fs/folders';
import { isTempName } from '../fs/write-file';
import { isSessionFolderName } from './layout';
import { inspectMeta } from './meta-files';
import type { StoreContext } from './store-context';

const SLICE = 40;
const PAUSE_MS = 10;
/** As long as sessions are being written the sweep steps aside, but not for ever. */
const MOST_PATIENCE_MS = 1000;
const LOOK_AGAIN_MS = 100;
const FORGOTTEN_MS = 3_600_000;

/** `name.<pid>.<random>.tmp~`: left by a killed process when nobody has that pid, or when it is an hour old. */
function isLitter(name: string, path: string, fs: FileSystem, nowMs: number): boolean {
  if (!isTempName(name)) return false;
  const pid = Number(name.split('.').at(-3));
  const stats = fs.lstatIfThere(path);
  if (stats === undefined) return false;
  if (nowMs - stats.mtimeMs > FORGOTTEN_MS) return true;
  try {
    process.kill(pid, 0);
    return pid !== process.pid ? false : nowMs - stats.mtimeMs > FORGOTTEN_MS;
  } catch {
    return true;
  }
}

function sweepFolder(context: StoreContext, folder: string): readonly string[] {
  const { fs, clock } = context;
  const listed = attempt(folder, () => fs.list(folder));
  const names = listed.ok ? listed.value : [];
  for (const name of names) {
    const path = join(folder, name);
    if (isLitter(name, path, fs, clock.nowMs())) removeIfThere(path, fs);
  }
  return names;
}

export type SweepPace = {
  readonly isStopped: () => boolean;
  readonly isHurried: () => boolean;
  /** Somebody is writing just now. */
  readonly isBusy: () => boolean;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * In the background after opening, a slice at a time: half-written files of killed processes go, and a `meta.json` that
 * does not say what the journal says is written anew. Stops when told.
 */
export async function sweep(context: StoreContext, pace: SweepPace): Promise<void> {
  const { isStopped } = pace;
  const pause = async () => {
    if (pace.isHurried()) return;
    await wait(PAUSE_MS);
    for (
      let waited = 0;
      waited < MOST_PATIENCE_MS && pace.isBusy() && !pace.isHurried();
      waited += LOOK_AGAIN_MS
    )
      await wait(LOOK_AGAIN_MS);
  };
  if (context.newer !== null || !context.journal.isWritable) return;
  // Whoever opened it wants to show a list first.
  await pause();
  const names = sweepFolder(context, context.layout.folder);
  if (context.replica !== null) sweepFolder(context, context.replica.folder);
  const folders = names.filter(isSessionFolderName);
  for (let from = 0; from < folders.length && !isStopped(); from += SLICE) {
    for (const name of folders.slice(from, from + SLICE))
      sweepFolder(context, join(context.layout.folder, name));
    await pause();
  }
  const ids = [...context.memory.sessions.keys()];
  for (let from = 0; from < ids.length && !isStopped(); from += SLICE) {
    for (const id of ids.slice(from, from + SLICE)) sweepSession(context, id);
    context.wake();
    await pause();
  }
}

function sweepSession(context: StoreContext, id: SessionId): void {
  const session = context.memory.sessions.get(id);
  if (session === undefined || context.behind.metas.has(id)) return;
  if (inspectMeta(context, session).state !== 'behind') return;
  context.behind.metas.add(id);
  context.notice({ type: 'rebuilt', file: join(context.layout.folder, id, 'meta.json') });
}
