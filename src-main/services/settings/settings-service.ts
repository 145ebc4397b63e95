import { createFeed, type Feed } from '@domain/feed';
import { err, ok, type Result } from '@domain/result';
import {
  defaultSettings,
  readSettings,
  type SettingsPatch,
  type SettingsProblem,
  type SettingsState,
} from '@domain/settings';
import { applyPatch } from '@domain/settings-patch';
import type { SmallFile } from '../../ports/small-files';

export type SettingsRefusal =
  | { readonly code: 'settings-in-the-way'; readonly problem: SettingsProblem }
  | { readonly code: 'settings-not-saved'; readonly file: string; readonly detail: string };

/*
 * S1  A file that cannot be used is reported and never written over; defaults are in use until it is mended.
 * S2  An update changes what it names; every other key of the file stays, known to us or not.
 * S3  What is published has been saved, by us or by a person who edits the file.
 */
export type SettingsService = {
  state(): SettingsState;
  update(patch: SettingsPatch): Promise<Result<SettingsState, SettingsRefusal>>;
  reload(): Promise<SettingsState>;
  readonly feed: Feed<SettingsState, SettingsState>;
  /** Nothing is watched any more. */
  close(): void;
};

export type SettingsDeps = {
  readonly file: SmallFile;
  readonly epoch: string;
  /** Calls back when the file may have changed; gives the way to stop. */
  readonly watch?: (onChange: () => void) => () => void;
};

export async function createSettingsService({ file, epoch, watch }: SettingsDeps): Promise<SettingsService> {
  let state = await load(file);
  let queue: Promise<unknown> = Promise.resolve();
  const feed = createFeed<SettingsState, SettingsState>({ epoch, snapshot: () => state });

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work, work);
    queue = next;
    return next;
  };

  const adopt = (next: SettingsState): SettingsState => {
    const isSame = JSON.stringify(next) === JSON.stringify(state);
    state = next;
    if (!isSame) feed.publish(next);
    return next;
  };

  const reload = () => inOrder(async () => adopt(await load(file)));
  const stopWatching = watch?.(() => void reload());

  return {
    state: () => state,
    feed,
    reload,
    close: () => stopWatching?.(),
    update: (patch) =>
      inOrder(async () => {
        // A person may have edited the file since: their words are read before ours are added.
        const current = await load(file);
        if (current.problem !== null) {
          adopt(current);
          return err({ code: 'settings-in-the-way', problem: current.problem });
        }
        const next: SettingsState = { ...current, settings: applyPatch(current.settings, patch) };
        const saved = await file.replace(`${JSON.stringify(next.settings, null, 2)}\n`);
        if (!saved.ok)
          return err({ code: 'settings-not-saved', file: file.path, detail: saved.error.detail });
        return ok(adopt(next));
      }),
  };
}

async function load(file: SmallFile): Promise<SettingsState> {
  const text = await file.read();
  if (!text.ok) {
    const problem = { code: 'settings-unreadable', file: file.path, detail: text.error.detail } as const;
    return { settings: defaultSettings(), problem, file: file.path };
  }
  if (text.value === null) return { settings: defaultSettings(), problem: null, file: file.path };
  return readSettings(file.path, text.value);
}
