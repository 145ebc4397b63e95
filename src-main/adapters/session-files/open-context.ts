import { constants } from 'node:fs';
import { join } from 'node:path';
import type { ProjectId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { StoreError } from '@domain/session/errors';
import type { Clock } from '../../ports/clock';
import type { StoreChange, StoreNotice } from '../../ports/session-store';
import { attempt } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { removeIfThere } from '../fs/folders';
import { createLockKeeper } from '../locks/lock-keeper';
import { fittingCheckpoint, foldTail, reload, repairTail } from './catch-up';
import { type Checkpoint, readCheckpoint } from './checkpoint-read';
import { openJournal } from './journal-file';
import { layoutOf } from './layout';
import { prepareFolder } from './prepare-folder';
import { finishPurges } from './purge';
import { restoreFromReplica, restoreTheRest } from './recover-journal';
import { createMemory } from './session-memory';
import { createStickyLock, type WantedMark } from './sticky-lock';
import { createBehind, type StoreContext } from './store-context';
import { checkSessionFolder, toStoreError } from './store-errors';

export type StoreOptions = {
  readonly kind: 'project' | 'user-data';
  /** Absolute; its parent exists. */
  readonly folder: string;
  readonly root: string;
  readonly projectId: ProjectId;
  /** The project's folder inside user-data's replicas; null for a store that is in user-data itself. */
  readonly replica: string | null;
  readonly clock: Clock;
  readonly fs?: FileSystem;
  /** The id this folder carried before it turned out to be a copy. */
  readonly renewedFrom?: ProjectId | null;
  /** Off for a command that ends at once. */
  readonly watch?: boolean;
};

export type OpenedContext = {
  readonly context: StoreContext;
  /** Null: memory was built from the whole journal. */
  readonly checkpoint: Checkpoint | null;
  readonly changes: Set<(change: StoreChange) => void>;
  readonly notices: StoreNotice[];
  readonly noticeListeners: Set<(notice: StoreNotice) => void>;
  setWake(wake: () => void): void;
};

function wantedMark(path: string, fs: FileSystem): WantedMark {
  return {
    set: () => {
      const made = attempt(path, () => fs.open(path, constants.O_WRONLY | constants.O_CREAT, 0o600));
      if (made.ok) fs.close(made.value);
    },
    isSet: () => fs.lstatIfThere(path) !== undefined,
    clear: () => {
      if (fs.lstatIfThere(path) !== undefined) removeIfThere(path, fs);
    },
  };
}

const READABLE: ReadonlySet<string> = new Set(['disk-read-only', 'disk-permission', 'lock-busy']);

/** Journal open, memory built, what a crash left repaired. A disk that cannot be written still opens for reading. */
export async function openContext(options: StoreOptions): Promise<Result<OpenedContext, StoreError>> {
  const { fs = nodeFileSystem, clock } = options;
  const layout = layoutOf(options.folder);
  const found = checkSessionFolder(layout.folder, fs);
  if (!found.ok) return found;
  const prepared = prepareFolder({ fs, layout, projectId: options.projectId, clock });
  if (!prepared.ok && (found.value === 'absent' || !READABLE.has(prepared.error.code))) {
    return err(toStoreError(prepared.error, layout.folder));
  }
  const journal = openJournal(layout.journal, fs);
  if (!journal.ok) return err(toStoreError(journal.error, layout.journal));

  const changes = new Set<(change: StoreChange) => void>();
  const notices: StoreNotice[] = [];
  const noticeListeners = new Set<(notice: StoreNotice) => void>();
  let wake = () => {};
  const notice: StoreContext['notice'] = (facts) => {
    const stamped = { ...facts, at: clock.now() } as StoreNotice;
    notices.push(stamped);
    for (const tell of [...noticeListeners]) tell(stamped);
  };
  const keeper = createLockKeeper({
    folder: layout.locks,
    fs,
    onBroken: (what, owner) => notice({ type: 'dead-lock-broken', what, owner }),
  });
  const context: StoreContext = {
    fs,
    clock,
    layout,
    replica: options.replica === null ? null : layoutOf(options.replica),
    projectId: options.projectId,
    journal: journal.value,
    keeper,
    lock: createStickyLock(keeper, 'journal', wantedMark(join(layout.locks, 'wanted'), fs)),
    memory: createMemory(),
    generation: 0,
    linesNotUnderstood: 0,
    newer: null,
    wasKilled: false,
    behind: createBehind(),
    tell: (change) => {
      for (const tell of [...changes]) tell(change);
    },
    notice,
    wake: () => wake(),
  };
  if (options.renewedFrom) {
    notice({ type: 'project-id-renewed', from: options.renewedFrom, to: options.projectId });
  }
  const opened: OpenedContext = {
    context,
    checkpoint: null,
    changes,
    notices,
    noticeListeners,
    setWake(next) {
      wake = next;
    },
  };
  const fill = async () => {
    const checkpoint = await fillMemory(context);
    return checkpoint.ok ? ok({ ...opened, checkpoint: checkpoint.value }) : checkpoint;
  };
  const held = journal.value.isWritable ? await context.lock.hold(() => fillAndRepair(context)) : null;
  if (held?.ok) {
    if (held.value.ok) return ok({ ...opened, checkpoint: held.value.value });
    keeper.close();
    journal.value.close();
    return held.value;
  }
  if (held !== null && !READABLE.has(held.error.code)) return err(toStoreError(held.error, layout.locks));
  return fill();
}

async function fillAndRepair(context: StoreContext): Promise<Result<Checkpoint | null, StoreError>> {
  context.wasKilled = context.keeper.sweep() > 0;
  // While we waited for the lock a purge of another process may have put a new file under the name.
  if (context.journal.look() === 'replaced' || context.journal.look() === 'missing') {
    const reopened = context.journal.reopen();
    if (!reopened.ok) return err(toStoreError(reopened.error, context.layout.journal));
    reopened.value.close();
  }
  const wasRestored = await restoreFromReplica(context);
  if (!wasRestored.ok) return err(toStoreError(wasRestored.error, context.layout.journal));
  const checkpoint = await fillMemory(context);
  if (!checkpoint.ok) return checkpoint;
  if (context.newer !== null) return checkpoint;
  if (wasRestored.value) {
    const rest = restoreTheRest(context);
    if (!rest.ok) return err(toStoreError(rest.error, context.layout.folder));
  }
  const hadPurges = context.memory.unfinishedPurges.size > 0;
  const purged = await finishPurges(context);
  if (!purged.ok) return err(toStoreError(purged.error, context.layout.journal));
  // A purge seals the audit log anew: the checkpoint's place in it means nothing any more.
  return hadPurges && checkpoint.value !== null ? ok({ ...checkpoint.value, auditOffset: 0 }) : checkpoint;
}

/** From the checkpoint and the journal's tail; from the whole journal when the checkpoint does not fit. */
async function fillMemory(context: StoreContext): Promise<Result<Checkpoint | null, StoreError>> {
  const { layout, journal, fs } = context;
  const found = readCheckpoint(layout.index, fs);
  if (found.type === 'newer') {
    context.newer = { file: layout.index, version: found.version };
    context.notice({ type: 'opened-read-only', file: layout.index, version: found.version });
  }
  if (found.type === 'unreadable') context.notice({ type: 'rebuilt', file: layout.index });
  const checkpoint = fittingCheckpoint(context, found);
  if (checkpoint !== null) {
    context.memory = createMemory(checkpoint);
    context.generation = checkpoint.generation;
    context.linesNotUnderstood = checkpoint.linesNotUnderstood;
    journal.advance(checkpoint.journal.offset);
  }
  const torn = checkpoint === null ? reload(context) : foldTail(context, 'reload');
  if (!torn.ok) return err(toStoreError(torn.error, layout.journal));
  const repaired = await repairTail(context, torn.value);
  return repaired.ok ? ok(checkpoint) : err(toStoreError(repaired.error, layout.journal));
}
