import { join } from 'node:path';
import { ShellKind } from '@domain/app-info';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { FileError } from '../fs/file-error';
import { removeIfThere } from '../fs/folders';
import { readRegular } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { createLockKeeper, type LockKeeper } from '../locks/lock-keeper';
import { createProcessTable } from '../locks/process-identity';

/*
 * One running app per data folder. A lock decides who it is, `instance.json` says where to find it.
 * I1  Of any number of starts at once, exactly one holds the instance.
 * I2  A killed one leaves no trace that keeps the next from starting: its lock is broken by pid and process start time.
 * I3  The file is there only while its owner answers at the socket it names; released, nothing is left.
 */
export const InstanceRecord = z.looseObject({
  format: z.literal(1),
  pid: z.int().positive(),
  started_at: z.string(),
  /** The system's own count for the process, which tells a reused pid apart; null where it has none. */
  process_started_at: z.string().nullable(),
  socket: z.string(),
  shell: ShellKind,
  version: z.string(),
});
export type InstanceRecord = z.infer<typeof InstanceRecord>;

export type InstanceError =
  | { readonly code: 'instance-running'; readonly pid: number; readonly isForeign: boolean }
  | FileError;

export type HeldInstance = {
  /** Tells everyone where to ask. Only after somebody answers there. */
  announce(facts: Pick<InstanceRecord, 'socket' | 'shell' | 'version'>): Result<void, FileError>;
  /** Nobody answers from here on, but the place is not free yet. */
  withdraw(): void;
  release(): void;
};

const LOCK = 'instance';
const fileIn = (dataFolder: string) => join(dataFolder, 'instance.json');
const keeperIn = (dataFolder: string): LockKeeper => createLockKeeper({ folder: join(dataFolder, 'locks') });

export function holdInstance(dataFolder: string, now: () => string): Result<HeldInstance, InstanceError> {
  const keeper = keeperIn(dataFolder);
  const lock = acquire(keeper);
  if (!lock.ok) {
    keeper.close();
    const { error } = lock;
    if (error.code !== 'lock-busy') return err(error);
    return err({ code: 'instance-running', pid: error.owner.pid, isForeign: error.isForeign });
  }
  // Whatever stands there was left by a dead one: the lock is ours.
  removeIfThere(fileIn(dataFolder));
  return ok({
    announce({ socket, shell, version }) {
      const self = createProcessTable().self();
      const record: InstanceRecord = {
        format: 1,
        pid: process.pid,
        started_at: now(),
        process_started_at: self.process_started_at ?? null,
        socket,
        shell,
        version,
      };
      return writeAtomicNow(fileIn(dataFolder), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
    },
    withdraw() {
      removeIfThere(fileIn(dataFolder));
    },
    release() {
      removeIfThere(fileIn(dataFolder));
      lock.value.release();
      keeper.close();
    },
  });
}

/** A leaving keeper removes the empty folder; one that arrives in that moment finds it gone and makes it again. */
function acquire(keeper: LockKeeper, tries = 5): ReturnType<LockKeeper['tryAcquire']> {
  const lock = keeper.tryAcquire(LOCK);
  return !lock.ok && lock.error.code === 'file-not-found' && tries > 1 ? acquire(keeper, tries - 1) : lock;
}

/** Where the running one can be asked. Null: none runs, or it is not ready yet (`isInstanceHeld`). */
export function readInstance(dataFolder: string): InstanceRecord | null {
  const read = readRegular(fileIn(dataFolder), { maxBytes: 64 * 1024 });
  if (!read.ok) return null;
  try {
    const parsed = InstanceRecord.safeParse(JSON.parse(read.value.data.toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether a living process holds the instance, ready or not. Writes nothing. */
export function isInstanceHeld(dataFolder: string): boolean {
  return keeperIn(dataFolder).ownerOf(LOCK) !== null;
}
