import { err, ok, type Result } from '@domain/result';
import { runsOf } from '@domain/session/audit';
import type { StoreError } from '@domain/session/errors';
import type { SessionEvent } from '@domain/session/events';
import type { SessionStore } from '../../ports/session-store';
import type { HeldLock } from '../locks/lock-keeper';
import { adoptSession } from './adopt';
import { createAuditLog, readAuditOf } from './audit-log';
import { foldTail, reload, repairTail } from './catch-up';
import { createCheckpointWriter } from './checkpoint-write';
import { createCommitter } from './committer';
import { createFollowers } from './followers';
import { sessionLayoutOf } from './layout';
import { createLeases } from './leases';
import { createMessageFiles } from './message-files';
import { openContext, type StoreOptions } from './open-context';
import { ownStrays } from './own-strays';
import { finishPurges } from './purge';
import { readEventsOf } from './read-events';
import { recoverJournal, restoreTheRest } from './recover-journal';
import { rewriteSessions } from './rewrite-sessions';
import { createSessionParts } from './session-parts';
import { checkSessionFolder, toStoreError } from './store-errors';
import { sweep } from './sweep';
import { watchFolder } from './watch-folder';

export type SessionFilesStore = SessionStore & {
  /** Resolves when the background check after opening has seen every session. */
  swept(): Promise<void>;
};

const LOOK_AGAIN_MS = [300, 1500, 4000];
/** So long after a write the next one is likely. */
const BUSY_MS = 250;

/** The store of `ports/session-store.ts` on a disk. */
export async function openSessionStore(
  options: StoreOptions,
): Promise<Result<SessionFilesStore, StoreError>> {
  const opened = await openContext(options);
  if (!opened.ok) return opened;
  const { context, changes, notices, noticeListeners, setWake, checkpoint } = opened.value;
  const { fs, layout, journal, lock, keeper, behind } = context;
  const files = createMessageFiles(fs);
  const audit = createAuditLog(context, checkpoint?.auditOffset ?? 0);
  const index = createCheckpointWriter(context, checkpoint?.written ?? null);
  let isClosing = false;
  let isClosed = false;

  /** Whatever deleted the journal may still be deleting: what goes after we put it back is put back once more. */
  const lookAgain = () => {
    for (const later of LOOK_AGAIN_MS) {
      const again = () => {
        if (!isClosing && context.newer === null) void lock.hold(() => restoreTheRest(context));
      };
      setTimeout(again, later).unref();
    }
  };
  /** The hold under which memory was made equal to the disk: as long as it lasts nobody else has written. */
  let levelUnder: HeldLock | null = null;
  /** With the lock held: memory equals the disk afterwards, whatever happened to the file meanwhile. */
  const catchUp = async (): Promise<Result<void, StoreError>> => {
    const caughtUp = await follow();
    levelUnder = caughtUp.ok ? lock.held() : null;
    return caughtUp;
  };
  const follow = async (): Promise<Result<void, StoreError>> => {
    const state = journal.look();
    if (state === 'same') return ok(undefined);
    if (state === 'missing' || state === 'replaced') {
      audit.forget();
      const recovered = await recoverJournal(context);
      lookAgain();
      return recovered.ok ? recovered : err(toStoreError(recovered.error, layout.journal));
    }
    const isOurs = state === 'grown' && journal.matches(journal.sample());
    const torn = isOurs ? foldTail(context, 'foreign') : reload(context);
    if (!torn.ok) return err(toStoreError(torn.error, layout.journal));
    const repaired = await repairTail(context, torn.value);
    return repaired.ok ? repaired : err(toStoreError(repaired.error, layout.journal));
  };
  /** Without the lock growth is only read; anything stranger is looked at with it. Never beside a write of our own. */
  const glance = async (): Promise<void> => {
    const isStrange = await lock.inTurn(() => {
      if (isClosed || journal.look() === 'same') return false;
      if (journal.look() !== 'grown' || !journal.matches(journal.sample())) return true;
      foldTail(context, 'foreign');
      return false;
    });
    if (!isStrange) return;
    if (journal.isWritable) await lock.hold(catchUp);
    else await lock.inTurn(() => reload(context));
  };

  const followers = createFollowers({
    context,
    audit,
    index,
    messages: files,
    catchUp: async () => (await catchUp()).ok,
  });
  setWake(followers.wake);
  let lastWriteMs = Number.NEGATIVE_INFINITY;
  const committer = createCommitter(context, {
    catchUp,
    afterGroup: async (events: readonly SessionEvent[]) => {
      lastWriteMs = performance.now();
      for (const event of events) {
        if (event.type === 'purged' || event.type === 'moved-out') {
          files.forget(sessionLayoutOf(layout.folder, event.session_id).messages);
        }
      }
      if (context.memory.unfinishedPurges.size === 0) return;
      const levelled = audit.level();
      if (!levelled.ok) return;
      await finishPurges(context);
      audit.forget();
      // The text is in the listing too, and must not wait there for the next checkpoint.
      behind.index = !index.write(0).ok;
      context.wake();
    },
  });
  const parts = createSessionParts(context, files, { isClosed: () => isClosed, catchUp });
  const leases = createLeases(context);
  const unwatch = options.watch === false ? () => {} : watchFolder(layout.folder, () => void glance());
  // After a kill the sweep is finished whatever happens; otherwise closing ends it.
  const pace = {
    isStopped: () => isClosing && !context.wasKilled,
    isHurried: () => isClosing,
    isBusy: () => performance.now() - lastWriteMs < BUSY_MS,
  };
  const isSweeping = context.wasKilled || options.watch !== false;
  const swept = isSweeping ? sweep(context, pace) : Promise.resolve();
  followers.wake();
  await ownStrays(context, committer);

  const known = (id: Parameters<SessionStore['read']>[0]): Result<void, StoreError> =>
    context.memory.sessions.has(id) ? ok(undefined) : err({ code: 'session-not-found', session_id: id });

  const store: SessionFilesStore = {
    kind: options.kind,
    project_id: options.projectId,
    folder: layout.folder,
    root: options.root,
    get readOnly() {
      return context.newer !== null;
    },
    all: () => context.memory.sessions,
    read: (id) => context.memory.sessions.get(id),
    tombstones: () => context.memory.tombstones,
    activeSessionId: () => context.memory.activeSessionId(),
    commit: (batch) => committer.commit(batch),
    onChange(tell) {
      changes.add(tell);
      return () => {
        changes.delete(tell);
      };
    },
    // A journal that was deleted meanwhile is met by the next write.
    refresh: async () => (levelUnder !== null && levelUnder === lock.held() ? undefined : glance()),
    appendMessages: (id, messages) => parts.appendMessages(id, messages),
    async readMessages(id, page) {
      const found = known(id);
      return found.ok ? parts.readMessages(id, page) : found;
    },
    writeContext: (id, value) => parts.writeContext(id, value),
    readContext: async (id) => parts.readContext(id),
    writeSummary: (id, markdown) => parts.writeSummary(id, markdown),
    readSummary: async (id) => parts.readSummary(id),
    rewrite: (change) =>
      rewriteSessions({ context, files, audit, catchUp, isClosed: () => isClosed }, change),
    async readRuns(id) {
      if (behind.runs.length > 0 && journal.isWritable) await lock.hold(() => audit.level());
      const entries = readAuditOf(context, id);
      return entries.ok ? ok(runsOf(entries.value)) : err(toStoreError(entries.error, layout.audit));
    },
    async readEvents(id) {
      const events = readEventsOf(context, id);
      return events.ok ? events : err(toStoreError(events.error, layout.journal));
    },
    adopt: (id, from, at) => adoptSession(store, parts.early, from, id, at),
    async folderOf(id) {
      const own = sessionLayoutOf(layout.folder, id).folder;
      const found = checkSessionFolder(own, fs);
      return found.ok ? ok(own) : found;
    },
    async acquireLease(id) {
      // Another process may have made it a moment ago.
      if (!context.memory.sessions.has(id)) await glance();
      return leases.acquire(id);
    },
    leaseOwner: async (id) => leases.ownerOf(id),
    notices: () => notices,
    onNotice(tell) {
      noticeListeners.add(tell);
      return () => {
        noticeListeners.delete(tell);
      };
    },
    async flush() {
      await followers.level();
    },
    async close() {
      if (isClosing) return;
      isClosing = true;
      unwatch();
      committer.close();
      await swept;
      await followers.level();
      // First no new work, then the end of what is in line: a follower that rang meanwhile must not meet a closed file.
      followers.stop();
      isClosed = true;
      await lock.hold(() => undefined);
      files.close();
      lock.release();
      keeper.close();
      journal.close();
      changes.clear();
      noticeListeners.clear();
    },
    swept: () => swept,
  };
  return ok(store);
}
