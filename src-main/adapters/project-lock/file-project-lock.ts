import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { err } from '@domain/result';
import type { ProjectLock } from '../../ports/project-lock';
import type { Timers } from '../../ports/timers';
import { createLockKeeper, type HeldLock } from '../locks/lock-keeper';

const TRY_AGAIN_MS = 60;
/** Longer than one bd call may take, so that a slow winner does not look like a dead one. */
const DEFAULT_PATIENCE_MS = 90_000;

/** Beside the sessions, whose folder keeps itself out of git; two worktrees of one project share it. */
export function createFileProjectLock(timers: Timers, patienceMs = DEFAULT_PATIENCE_MS): ProjectLock {
  return {
    async hold(beadsDir, name, work) {
      const folder = join(ignoredFolder(beadsDir), 'bead-locks');
      const keeper = createLockKeeper({ folder });
      try {
        const lock = await waitFor(() => {
          const taken = keeper.tryAcquire(name);
          return taken.ok ? taken.value : null;
        });
        if (lock === null) {
          const owner = keeper.ownerOf(name);
          const who = owner === null ? 'another process' : `process ${owner.pid} on ${owner.host}`;
          return err({ code: 'tracker-locked', words: `${who} holds the project's ${name} lock` });
        }
        return await work().finally(() => lock.release());
      } finally {
        keeper.close();
      }
    },
  };

  async function waitFor(attempt: () => HeldLock | null): Promise<HeldLock | null> {
    for (let waited = 0; ; waited += TRY_AGAIN_MS) {
      const lock = attempt();
      if (lock !== null || waited >= patienceMs) return lock;
      await new Promise<void>((resolve) => timers.after(TRY_AGAIN_MS, resolve));
    }
  }
}

function ignoredFolder(beadsDir: string): string {
  const sessions = join(beadsDir, 'sessions');
  mkdirSync(sessions, { recursive: true, mode: 0o700 });
  const ignore = join(sessions, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n', { mode: 0o600 });
  return sessions;
}
