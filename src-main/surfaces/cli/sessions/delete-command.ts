import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FolderPath, SessionId } from '@domain/ids';
import type { Command } from 'commander';
import type { CliFrame } from '../frame';
import { plainText } from '../plain-text';
import { type CommonOptions, type Failure, failWith, projectOf, tell } from './session-answer';
import { addCommonOptions, rangeOf, usage } from './session-filters';
import { titleOf } from './session-table';
import { withRecord } from './with-record';

type DeleteOptions = CommonOptions & {
  readonly since?: string;
  readonly until?: string;
  readonly search?: string;
  readonly export?: string | false;
  readonly dryRun?: boolean;
  readonly purge?: boolean;
};

/** So many at once: a search that finds more is asked again. */
const MOST = 500;

export function registerDelete(sessions: Command, frame: CliFrame): void {
  const { asker } = frame;
  addCommonOptions(sessions.command('delete').description('closed sessions, to the trash for 30 days'))
    .argument('[id]', 'its id, or the beginning of it')
    .option('--since <time>', 'every closed session of ours not older than this')
    .option('--until <time>', 'every closed session of ours not newer than this')
    .option(
      '--search <text>',
      'every closed session that fits, begun anywhere, in the language of sessions search',
    )
    .option('--export <dir>', 'of many: first write each as markdown into this folder')
    .option('--no-export', 'of many: delete without a copy')
    .option('--dry-run', 'of many: only say what would go')
    .option('--purge', 'from the trash, for ever')
    .action(async (id: string | undefined, options: DeleteOptions) => {
      const isRange = options.since !== undefined || options.until !== undefined;
      if ([id !== undefined, isRange, options.search !== undefined].filter(Boolean).length > 1)
        return failWith(
          frame,
          usage('Give an id, a range with --since and --until, or --search: one of them.'),
          options,
        );
      if (id === undefined) return deleteMany(frame, options, isRange);
      const project = projectOf(frame, options);
      if (options.purge) {
        const purged = await asker.ask('sessions', 'purge', { project, id });
        return tell(frame, purged, options, ({ session_id }) => frame.say(`Gone for ever: ${session_id}`));
      }
      const deleted = await withRecord(frame, id, (of) =>
        asker.ask('sessions', 'delete', { project, id: of }),
      );
      tell(frame, deleted, options, (session) =>
        frame.say(`In the trash for 30 days: ${session.id.slice(0, 8)}  ${plainText(titleOf(session))}`),
      );
    });
}

/** Never without saying which, and never without a word about the copy. */
async function deleteMany(frame: CliFrame, options: DeleteOptions, isRange: boolean): Promise<void> {
  if (!isRange && options.search === undefined)
    return failWith(
      frame,
      usage('Give an id, a range with --since and --until, or --search. See: beads-console sessions list'),
      options,
    );
  if (typeof options.export !== 'string' && options.export !== false && !options.dryRun)
    return failWith(
      frame,
      usage('Say where a copy goes with --export <dir>, or --no-export to keep none.'),
      options,
    );
  const folder = typeof options.export === 'string' ? resolve(frame.cwd, options.export) : null;
  const done =
    options.search === undefined
      ? await deleteRange(frame, options, folder)
      : await deleteFound(frame, options.search, folder, options.dryRun ?? false);
  tell(frame, done, options, ({ sessions, exported, skipped }) => {
    const verb = options.dryRun ? 'Would go to the trash' : 'In the trash';
    frame.say(
      `${verb}: ${sessions.length}. Exported: ${exported.length}. Left alone, not closed: ${skipped.length}.`,
    );
  });
}

async function deleteRange(frame: CliFrame, options: DeleteOptions, folder: string | null) {
  const range = rangeOf(options, frame.nowMs());
  if (!range.ok) return range;
  return frame.asker.ask('sessions', 'bulkDelete', {
    project: projectOf(frame, options),
    ...range.value,
    export_to: folder as FolderPath | null,
    dry_run: options.dryRun ?? false,
  });
}

/** What a search finds, also where no record of ours is. A copy that cannot be made deletes nothing. */
async function deleteFound(frame: CliFrame, text: string, folder: string | null, isDryRun: boolean) {
  const { asker } = frame;
  const found = await asker.ask('history', 'results', { text, limit: MOST });
  if (!found.ok) return found;
  const all = found.value.results.map(({ session }) => session);
  const rest = found.value.totals.sessions - all.length;
  if (rest > 0) frame.warn(`These are the newest ${MOST}; ${rest} more fit. Ask again for them.`);
  const ids = all.filter(({ status }) => status === 'closed').map(({ id }) => id);
  const skipped = all.filter(({ status }) => status !== 'closed').map(({ id }) => id);
  if (isDryRun) return { ok: true as const, value: { sessions: ids, exported: [], skipped } };
  const exported: string[] = [];
  for (const id of folder === null ? [] : ids) {
    const file = await asker.ask('history', 'export', { ids: [id], format: 'md' });
    // What has no transcript any more cannot be exported, and need not be kept for that.
    if (!file.ok && file.error.code === 'transcript-gone') continue;
    if (!file.ok) return file;
    const written = await writeNew(folder ?? '', file.value.name, file.value.text);
    if (!written.ok) return written;
    exported.push(written.value);
  }
  const gone: SessionId[] = [];
  for (const id of ids) {
    const noted = await asker.ask('history', 'note', { id });
    const deleted = noted.ok ? await asker.ask('sessions', 'delete', { id }) : noted;
    if (deleted.ok) gone.push(id);
    else if (isRunning(deleted.error)) skipped.push(id);
    else {
      if (gone.length > 0) frame.warn(`${gone.length} of ${ids.length} are in the trash already.`);
      return deleted;
    }
  }
  return { ok: true as const, value: { sessions: gone, exported, skipped } };
}

/** Somebody opened it since it was found. */
const isRunning = (error: Failure) => error.code === 'not-noted' && error['detail'] === 'running';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'permission',
  EPERM: 'permission',
};
const MOST_COPIES = 1000;

/** Readable by its owner alone; a file that is there is never written over. */
async function writeNew(folder: string, name: string, text: string) {
  const dot = name.lastIndexOf('.');
  let path = join(folder, name);
  let reason = 'io';
  for (let copy = 1; copy < MOST_COPIES; copy += 1) {
    if (copy > 1) path = join(folder, `${name.slice(0, dot)}-${copy}${name.slice(dot)}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return { ok: true as const, value: path };
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' && copy + 1 < MOST_COPIES) continue;
      reason = REASONS[code] ?? reason;
      break;
    }
  }
  return { ok: false as const, error: { code: 'store-unavailable', reason, path } };
}
