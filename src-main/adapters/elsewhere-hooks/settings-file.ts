import { readdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HooksError, HooksState } from '@domain/hooks/elsewhere';
import { installedEvents, installHooks, isDisabled, uninstallHooks } from '@domain/hooks/settings-hooks';
import { err, ok, type Result } from '@domain/result';
import type { ElsewhereHooks } from '../../ports/elsewhere-hooks';
import { attempt } from '../fs/file-error';
import { ensureFolder, removeIfThere } from '../fs/folders';
import { makeFolders } from '../fs/make-folders';
import { readRegular } from '../fs/read-file';
import { writeAtomic } from '../fs/write-file';
import { acquireWithin } from '../locks/acquire-within';
import { createLockKeeper } from '../locks/lock-keeper';

export type HooksPlaces = {
  readonly settingsFile: string;
  readonly spool: string;
  readonly locks: string;
  readonly platform?: NodeJS.Platform;
};

type Edit = (text: string | null, spool: string) => Result<string | null, { detail: string }>;
type Held = { readonly text: string | null; readonly mode: number };

const MAX_BYTES = 16 * 1024 * 1024;
const PATIENCE_MS = 10_000;
/** Claude itself takes no lock: what it wrote while we thought is read again, not overwritten. */
const TRIES = 5;

/** The user's `settings.json`, also where it is a link into a folder of dot files: the link stays, its target is replaced. */
export function createElsewhereHooks(places: HooksPlaces): ElsewhereHooks {
  const { settingsFile, spool, locks, platform = process.platform } = places;
  const unavailable = (detail: string) =>
    err({ code: 'claude-settings-unavailable', file: settingsFile, detail } as const);
  const strange = (detail: string) =>
    err({ code: 'claude-settings-strange', file: settingsFile, detail } as const);

  const read = (file: string): Result<Held, HooksError> => {
    const found = readRegular(file, { maxBytes: MAX_BYTES });
    if (found.ok)
      return ok({ text: found.value.data.toString('latin1'), mode: found.value.stats.mode & 0o777 });
    return found.error.code === 'file-not-found'
      ? ok({ text: null, mode: 0o600 })
      : unavailable(found.error.code);
  };

  const describe = (text: string | null): Result<HooksState, HooksError> => {
    const events = installedEvents(text ?? '{}', spool);
    if (!events.ok) return strange(events.error.detail);
    const states = ['absent', 'partly', 'installed'] as const;
    return ok({
      settings_file: settingsFile,
      state: states[events.value.length] ?? 'absent',
      is_disabled: text !== null && isDisabled(text),
      spool,
      waiting: countNotes(spool),
    });
  };

  const writeOnce = async (file: string, before: Held, after: string | null) => {
    const now = read(file);
    if (!now.ok) return now;
    if (now.value.text !== before.text) return ok('changed' as const);
    if (after === before.text) return ok('done' as const);
    const written =
      after === null
        ? removeIfThere(file)
        : await writeAtomic(file, Buffer.from(after, 'latin1'), { mode: before.mode });
    return written.ok ? ok('done' as const) : unavailable(written.error.code);
  };

  const change = async (edit: Edit): Promise<Result<HooksState, HooksError>> => {
    if (platform === 'win32') return err({ code: 'hooks-unsupported', platform });
    const ready = attempt(settingsFile, () => makeFolders(dirname(settingsFile)));
    if (!ready.ok) return unavailable(ready.error.code);
    const spoolReady = ensureFolder(spool);
    if (!spoolReady.ok) return unavailable(spoolReady.error.code);
    const keeper = createLockKeeper({ folder: locks });
    try {
      const lock = await acquireWithin(keeper, 'claude-settings', PATIENCE_MS);
      if (!lock.ok) return unavailable(lock.error.code);
      for (let tried = 0; tried < TRIES; tried += 1) {
        const file = targetOf(settingsFile);
        const before = read(file);
        if (!before.ok) return before;
        const after = edit(before.value.text, spool);
        if (!after.ok) return strange(after.error.detail);
        const written = await writeOnce(file, before.value, after.value);
        if (!written.ok) return written;
        if (written.value === 'done') return describe(after.value);
      }
      return unavailable('another program keeps writing it');
    } finally {
      keeper.close();
    }
  };

  return {
    async state() {
      const found = read(targetOf(settingsFile));
      return found.ok ? describe(found.value.text) : found;
    },
    install: () => change(installHooks),
    uninstall: () => change((text, own) => (text === null ? ok(null) : uninstallHooks(text, own))),
  };
}

/** A link that leads nowhere is left to the read to refuse. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function countNotes(spool: string): number {
  try {
    return readdirSync(spool).filter((name) => name.endsWith('.json')).length;
  } catch {
    return 0;
  }
}
