import type { Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import type { HeldLock, LockBusy, LockKeeper } from './lock-keeper';

/** Waits for a busy lock, looking again every few milliseconds; a foreign host's is not waited for. */
export async function acquireWithin(
  keeper: LockKeeper,
  name: string,
  patienceMs: number,
): Promise<Result<HeldLock, LockBusy | FileError>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const taken = keeper.tryAcquire(name);
    if (taken.ok || taken.error.code !== 'lock-busy') return taken;
    if (taken.error.isForeign || performance.now() > deadline) return taken;
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 3));
  }
}
