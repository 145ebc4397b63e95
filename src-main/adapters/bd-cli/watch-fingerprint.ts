import { type FSWatcher, watch } from 'node:fs';
import type { Timers } from '../../ports/timers';

export type FingerprintWatch = {
  /** Folders whose events ring; one that is not there is left to the slow look. */
  readonly folders: readonly string[];
  /** Differs when, and only when, somebody wrote. Reading must not change it. */
  readonly fingerprint: () => string;
  readonly timers: Timers;
  readonly onChange: () => void;
};

const SETTLE_MS = 120;
/** Watchers miss writes (network folders, memory maps); looking at a few bytes again is cheap. */
const LOOK_AGAIN_MS = 1_000;

/** Returns the way to stop; nothing is reported after it. */
export function watchFingerprint({ folders, fingerprint, timers, onChange }: FingerprintWatch): () => void {
  let known = fingerprint();
  let cancelSettle: (() => void) | null = null;
  let isStopped = false;

  const look = () => {
    cancelSettle = null;
    if (isStopped) return;
    const now = fingerprint();
    if (now === known) return;
    known = now;
    onChange();
  };
  const ring = () => {
    if (cancelSettle === null && !isStopped) cancelSettle = timers.after(SETTLE_MS, look);
  };
  let cancelLook = () => {};
  const lookAgain = () => {
    cancelLook = timers.after(LOOK_AGAIN_MS, () => {
      look();
      if (!isStopped) lookAgain();
    });
  };

  const watchers = folders.flatMap((folder) => watchFolder(folder, ring));
  lookAgain();
  return () => {
    isStopped = true;
    cancelSettle?.();
    cancelLook();
    for (const watcher of watchers) watcher.close();
  };
}

function watchFolder(folder: string, ring: () => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, ring);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
