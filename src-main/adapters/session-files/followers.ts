import { ok, type Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import type { AuditLog } from './audit-log';
import type { CheckpointWriter } from './checkpoint-write';
import { sessionLayoutOf } from './layout';
import type { MessageFiles } from './message-files';
import { writeMetas } from './meta-files';
import { levelReplica } from './replica';
import type { StoreContext } from './store-context';

/** How far each file may be behind the journal. The port promises 50 ms, 1 s, 1 s and 5 s. */
const META_MS = 40;
const INDEX_MS = 700;
/** The listing of ten thousand sessions is 10 MB: while changes go on, writing it may take this part of the time. */
const INDEX_SHARE = 1 / 30;
const INDEX_LONGEST_MS = 4000;
const REPLICA_MS = 2500;
const AFTER_TROUBLE_MS = 2000;

/** The files that follow the journal, each at its own pace. */
export type Followers = {
  wake(): void;
  /** Everything level now. The first trouble is answered; what did not follow stays due. */
  level(): Promise<Result<void, FileError>>;
  stop(): void;
};

export type FollowersDeps = {
  readonly context: StoreContext;
  readonly audit: AuditLog;
  readonly index: CheckpointWriter;
  readonly messages: MessageFiles;
  /** Brings memory level with the journal; called with the lock held. */
  readonly catchUp: () => Promise<boolean>;
};

export function createFollowers(deps: FollowersDeps): Followers {
  const { context, audit, index, messages } = deps;
  const { behind } = context;
  const timers: {
    meta: NodeJS.Timeout | null;
    index: NodeJS.Timeout | null;
    replica: NodeJS.Timeout | null;
  } = {
    meta: null,
    index: null,
    replica: null,
  };
  let isStopped = false;
  let indexRestsUntil = 0;

  const withLock = async (act: () => Result<void, FileError>): Promise<Result<void, FileError>> => {
    if (isStopped || context.newer !== null || !context.journal.isWritable) return ok(undefined);
    const done = await context.lock.hold(async () => ((await deps.catchUp()) ? act() : ok(undefined)));
    if (done.ok) return done.value;
    return done.error.code === 'lock-busy' ? ok(undefined) : { ok: false, error: done.error };
  };
  const syncMessages = async () => {
    for (const id of [...behind.messagesUnsynced]) {
      behind.messagesUnsynced.delete(id);
      await messages.sync(sessionLayoutOf(context.layout.folder, id).messages);
    }
  };
  const levelIndex = (): Result<void, FileError> => {
    const levelled = audit.level();
    if (!levelled.ok || !behind.index) return levelled;
    const begun = performance.now();
    const written = index.write(audit.offset());
    const ended = performance.now();
    indexRestsUntil = ended + Math.min((ended - begun) / INDEX_SHARE, INDEX_LONGEST_MS);
    if (written.ok) behind.index = false;
    return written;
  };
  const levelWhenDue = () =>
    behind.index && performance.now() < indexRestsUntil ? audit.level() : levelIndex();
  const later = (name: keyof typeof timers, ms: number, act: () => Promise<Result<void, FileError>>) => {
    if (isStopped || timers[name] !== null) return;
    const ring = async () => {
      const done = await act();
      timers[name] = null;
      if (done.ok) wake();
      else later(name, AFTER_TROUBLE_MS, act);
    };
    timers[name] = setTimeout(() => void ring(), ms).unref();
  };
  const wake = () => {
    if (behind.metas.size > 0) later('meta', META_MS, () => withLock(() => writeMetas(context)));
    if (behind.index || behind.runs.length > 0 || behind.messagesUnsynced.size > 0) {
      later('index', INDEX_MS, async () => {
        await syncMessages();
        return withLock(levelWhenDue);
      });
    }
    if (context.replica !== null && (behind.journalReplica || behind.replica.size > 0)) {
      later('replica', REPLICA_MS, () => withLock(() => levelReplica(context)));
    }
  };

  return {
    wake,
    async level() {
      await syncMessages();
      return withLock(() => {
        for (const step of [() => writeMetas(context), levelIndex, () => levelReplica(context)]) {
          const done = step();
          if (!done.ok) return done;
        }
        return ok(undefined);
      });
    },
    stop() {
      isStopped = true;
      for (const timer of Object.values(timers)) if (timer !== null) clearTimeout(timer);
    },
  };
}
