import { type FSWatcher, watch } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ElsewhereNote } from '@domain/hooks/elsewhere';
import type { ElsewhereNotes } from '../../ports/elsewhere-hooks';
import type { Log } from '../../ports/log';
import type { Timers } from '../../ports/timers';
import { readRegular } from '../fs/read-file';

/*
 * The folder that hooks of sessions begun elsewhere write into.
 * S1  A note that is whole has its name (`.json`); it is removed only after it was taken, so a crash tells it twice, never not at all.
 * S2  What is no note is removed and forgotten: the folder is ours, and nothing in it may stand in the way of the next.
 * S3  Half a note, left by a hook that was killed, is cleared away after a day.
 */
const MAX_NOTE_BYTES = 1024 * 1024;
const SETTLE_MS = 20;
/** Watchers lose events. */
const LOOK_AGAIN_MS = 60_000;
const STALE_MS = 24 * 3_600_000;

export type NoteFolder = {
  readonly folder: string;
  readonly timers: Timers;
  readonly log: Log;
  readonly nowMs: () => number;
};

export function createElsewhereNotes({ folder, timers, log, nowMs }: NoteFolder): ElsewhereNotes {
  return {
    follow(take) {
      let isStopped = false;
      let watcher: FSWatcher | null = null;
      let cancelSoon: (() => void) | null = null;
      let cancelLook = () => {};
      let round: Promise<void> = Promise.resolve();

      const takeAll = async () => {
        for (const { name, at } of await listByAge(folder)) {
          if (isStopped) return;
          const path = join(folder, name);
          if (!name.endsWith('.json')) {
            if (nowMs() - at > STALE_MS) await rm(path, { force: true, recursive: true });
            continue;
          }
          const note = readNote(path);
          if (note !== null) await take(note);
          await rm(path, { force: true, recursive: true });
        }
      };
      const look = () => {
        round = round
          .then(takeAll)
          .catch((error: unknown) =>
            log.warn('a note of a session begun elsewhere is left for later', { error }),
          );
        return round;
      };
      const lookSoon = () => {
        if (isStopped) return;
        cancelSoon ??= timers.after(SETTLE_MS, () => {
          cancelSoon = null;
          void look();
        });
      };
      const open = () => {
        try {
          watcher = watch(folder, { persistent: false }, lookSoon);
          watcher.on('error', () => {
            watcher?.close();
            watcher = null;
          });
        } catch {
          // Not there before the first install; the regular look tries again.
          watcher = null;
        }
      };
      const lookRegularly = () => {
        cancelLook = timers.after(LOOK_AGAIN_MS, () => {
          if (watcher === null) open();
          void look();
          if (!isStopped) lookRegularly();
        });
      };

      open();
      lookRegularly();
      void look();
      return {
        look,
        stop() {
          isStopped = true;
          cancelSoon?.();
          cancelLook();
          watcher?.close();
        },
      };
    },
  };
}

async function listByAge(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  return aged.toSorted((a, b) => a.at - b.at);
}

function readNote(path: string): ElsewhereNote | null {
  const found = readRegular(path, { maxBytes: MAX_NOTE_BYTES });
  if (!found.ok) return null;
  try {
    return ElsewhereNote.parse(JSON.parse(found.value.data.toString('utf8')));
  } catch {
    return null;
  }
}
