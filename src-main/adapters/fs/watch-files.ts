import { type FSWatcher, watch } from 'node:fs';
import type { Timers } from '../../ports/timers';

const SETTLE_MS = 60;
/** For file systems that report nothing (network shares, a folder that was replaced). Only while somebody watches. */
const LOOK_AGAIN_MS = 2_000;

export type WatchOptions = {
  readonly folder: string;
  readonly names: readonly string[];
  /** Differs when the file of this name changed. */
  readonly signature: (name: string) => string;
  readonly timers: Timers;
  readonly onChange: () => void;
};

export type FilesWatch = {
  /** What we wrote ourselves is no news. */
  expect(name: string, signature: string): void;
  stop(): void;
};

/** Watches the folder: a file that is replaced by a rename takes the watch on itself with it. */
export function watchFiles({ folder, names, signature, timers, onChange }: WatchOptions): FilesWatch {
  const last = new Map(names.map((name) => [name, signature(name)]));
  let isStopped = false;
  let cancelSettle: (() => void) | null = null;
  let cancelLook: (() => void) | null = null;
  let watcher: FSWatcher | null = null;

  const look = () => {
    if (isStopped) return;
    let isChanged = false;
    for (const name of names) {
      const now = signature(name);
      isChanged ||= now !== last.get(name);
      last.set(name, now);
    }
    if (isChanged) onChange();
  };
  const lookSoon = () => {
    if (isStopped || cancelSettle !== null) return;
    cancelSettle = timers.after(SETTLE_MS, () => {
      cancelSettle = null;
      look();
    });
  };
  const lookRegularly = () => {
    cancelLook = timers.after(LOOK_AGAIN_MS, () => {
      if (watcher === null) openWatcher();
      look();
      if (!isStopped) lookRegularly();
    });
  };
  const closeWatcher = () => {
    watcher?.close();
    watcher = null;
  };
  const openWatcher = () => {
    try {
      watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || names.includes(name)) lookSoon();
      });
      watcher.on('error', closeWatcher);
    } catch {
      // Out of watches, or no such folder now: the regular look remains and tries again.
      watcher = null;
    }
  };

  openWatcher();
  lookRegularly();
  return {
    expect(name, expected) {
      last.set(name, expected);
    },
    stop() {
      isStopped = true;
      cancelSettle?.();
      cancelLook?.();
      closeWatcher();
    },
  };
}
