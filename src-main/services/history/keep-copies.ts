import type { ArchiveMode, ArchiveStatus } from '@domain/history/record';
import type { SessionId } from '@domain/ids';
import type { Result } from '@domain/result';
import { hashText } from '@domain/transcript/id-hash';
import type { Archive, Restored, RestoreFailure } from '../../ports/archive';
import type { Catalog, CopyRow } from '../../ports/catalog';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import type { ClaudeFiles } from '../../ports/transcripts';
import { createKeepings, type Keepings } from './keepings';
import type { KnownFile } from './plan-ingest';

export type CopyRules = { readonly mode: ArchiveMode; readonly keepDays: number | null };

/*
 * Our own copies stay level with Claude's files.
 * A1  What is due follows from the files and from what was copied: after a crash the next look finds it again.
 * A2  Low priority: one session after the other, some time after the last line came, never while much is read.
 * A3  A file that is gone takes nothing away; only `keepDays` and `forget` do.
 * A4  What failed stays due, and waits for the next look through everything: a full disk is not filled every twenty seconds.
 * A5  A copy that cannot be read counts as none, is told with where it is and why, and is left alone until it is put right.
 */
export type CopyKeeper = {
  obey(rules: CopyRules): void;
  /** Something changed: copied before long. */
  soon(): void;
  /** Copies what is due now, but for what failed as it is. Answers how many copies were written. */
  run(): Promise<number>;
  /** What failed is copied with the rest from now on. */
  tryAgain(): void;
  readonly keepings: Keepings;
  status(): Promise<ArchiveStatus>;
  restore(id: string): Promise<Result<Restored, RestoreFailure>>;
  forget(id: string): Promise<void>;
  /** Copies without secrets are brought under the rules of today. Answers whether anything was taken. */
  refilter(id: string): Promise<boolean>;
  /** Whose copies are known of. */
  ids(): Iterable<string>;
  close(): Promise<void>;
};

export type CopyKeeperDeps = {
  readonly archive: Archive;
  readonly claude: ClaudeFiles;
  readonly catalog: () => Catalog;
  readonly known: () => Promise<Iterable<KnownFile>>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
};

const SOON_MS = 20_000;
const DAY_MS = 86_400_000;
const MOST_NAMED = 100;

type Due = { readonly id: string; readonly mark: string; readonly paths: readonly string[] };

export async function createCopyKeeper(deps: CopyKeeperDeps): Promise<CopyKeeper> {
  const { archive, claude, timers, log } = deps;
  const rows = new Map<string, CopyRow>((await deps.catalog().copies()).map((row) => [row.id, row]));
  /** Sessions that have nothing to copy, as they were then. */
  const nothing = new Map<string, string>();
  /** Sessions that could not be copied, as they were then. */
  const failed = new Map<string, string>();
  /** Sessions whose copy cannot be read. */
  const unreadable = new Map<string, NonNullable<ReturnType<Archive['troubleOf']>>>();
  let rules: CopyRules = { mode: 'off', keepDays: null };
  let isClosed = false;
  let cancel: (() => void) | null = null;
  let queue: Promise<unknown> = Promise.resolve();

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work, work);
    queue = next.catch(() => {});
    return next;
  };

  const oldest = () =>
    rules.keepDays === null ? Number.NEGATIVE_INFINITY : deps.clock.nowMs() - rules.keepDays * DAY_MS;

  const sessions = async () => {
    const byId = new Map<string, KnownFile[]>();
    for (const file of await deps.known()) {
      const files = byId.get(file.sessionId);
      if (files === undefined) byId.set(file.sessionId, [file]);
      else files.push(file);
    }
    return byId;
  };
  const due = async (): Promise<Due[]> => {
    if (rules.mode === 'off') return [];
    const all: (Due & { readonly atMs: number })[] = [];
    for (const [id, files] of await sessions()) {
      const atMs = Math.max(...files.map(({ mtimeMs }) => mtimeMs));
      const mark = markOf(files);
      const row = rows.get(id);
      const isLevel = row?.mark === mark && (row.isExact || rules.mode !== 'exact');
      if (isLevel || nothing.get(id) === mark || atMs < oldest()) continue;
      all.push({ id, mark, atMs, paths: files.map(({ path }) => path) });
    }
    // Those that Claude deletes first.
    return all.sort((a, b) => a.atMs - b.atMs);
  };

  const setRow = async (id: string, mark: string) => {
    const copy = archive.copyOf(id);
    if (copy === null) {
      nothing.set(id, mark);
      return;
    }
    const { isExact, bytes, storedBytes, keptAt } = copy;
    const row = { id, mark, isExact, bytes, storedBytes, keptAt };
    await deps.catalog().setCopy(row);
    rows.set(id, row);
  };

  const drop = async (id: string) => {
    await archive.remove(id);
    await deps.catalog().dropCopy(id);
    rows.delete(id);
    failed.delete(id);
    unreadable.delete(id);
  };

  /** Answers whether its copy can be read, or none is there. */
  const isSound = async (id: string): Promise<boolean> => {
    const trouble = archive.troubleOf(id);
    if (trouble === null) unreadable.delete(id);
    else {
      unreadable.set(id, trouble);
      if (rows.delete(id)) await deps.catalog().dropCopy(id);
    }
    return trouble === null;
  };

  /** The catalog began anew: what the archive holds is written down again. */
  const findCopies = async () => {
    for (const id of new Set([...unreadable.keys(), ...archive.ids()]))
      if (!rows.has(id) && !isClosed && (await isSound(id))) await setRow(id, '');
  };

  const dropOld = async () => {
    if (rules.keepDays === null) return;
    const kept = await sessions();
    for (const id of [...rows.keys()]) {
      const files = kept.get(id) ?? [];
      if (files.length > 0 && files.every(({ mtimeMs }) => mtimeMs < oldest())) await drop(id);
    }
  };

  const run = () =>
    inOrder(async () => {
      let written = 0;
      await findCopies();
      await dropOld();
      const problems: { readonly session: string; readonly error: unknown }[] = [];
      for (const { id, mark, paths } of await due()) {
        const { mode } = rules;
        if (isClosed || mode === 'off') break;
        if (failed.get(id) === mark) continue;
        try {
          if (await archive.keep({ id, paths, mode })) written += 1;
          await setRow(id, mark);
          failed.delete(id);
        } catch (error) {
          problems.push({ session: id, error });
          failed.set(id, mark);
          await isSound(id);
        }
      }
      // A full disk fails for thousands: once is enough to know it.
      if (problems.length > 0)
        log.warn('transcripts could not be copied', { sessions: problems.length, ...problems[0] });
      return written;
    });

  const soon = () => {
    if (isClosed || rules.mode === 'off') return;
    cancel ??= timers.after(SOON_MS, () => {
      cancel = null;
      run().catch((error: unknown) => log.error('copying transcripts failed', { error }));
    });
  };

  return {
    soon,
    run,
    tryAgain: () => failed.clear(),
    obey(next) {
      rules = next;
      nothing.clear();
      failed.clear();
    },
    keepings: createKeepings(claude, rows),
    async status() {
      const all = [...rows.values()];
      const waiting = await due();
      return {
        mode: rules.mode,
        keep_days: rules.keepDays,
        sessions: all.length,
        bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
        stored_bytes: all.reduce((sum, { storedBytes }) => sum + storedBytes, 0),
        due: waiting.length,
        failed: waiting.filter(({ id, mark }) => failed.get(id) === mark).length,
        unreadable: [...unreadable]
          .slice(0, MOST_NAMED)
          .map(([id, trouble]) => ({ session_id: id as SessionId, ...trouble })),
        claude_keeps_days: claude.keepsDays(),
      };
    },
    restore: (id) => inOrder(() => archive.restore(id)),
    forget: (id) => inOrder(() => drop(id)),
    refilter: (id) =>
      inOrder(async () => {
        const isChanged = await archive.refilter(id);
        if (isChanged) await setRow(id, rows.get(id)?.mark ?? '');
        return isChanged;
      }),
    ids: () => [...rows.keys(), ...unreadable.keys()],
    async close() {
      isClosed = true;
      cancel?.();
      await queue;
    },
  };
}

function markOf(files: readonly KnownFile[]): string {
  const each = files.map(({ path, size, mtimeMs, inode }) => `${path} ${size} ${mtimeMs} ${inode}`);
  return String(hashText(each.sort().join('\n')));
}
