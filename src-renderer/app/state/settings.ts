import type { Settings, SettingsPatch, SettingsState } from '@domain/settings';
import { applyPatch } from '@domain/settings-patch';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CallError, Client } from '../../bridge/client';
import { replace, useStream } from '../../bridge/react';
import { inverseOf } from './settings.logic';

export type SettingsFailure = CallError<'settings.update'>;

/** The last change and the way back, which answers whether it came about. */
export type Undo = { readonly words: string; readonly back: (client: Client) => Promise<boolean> };

type EditState = {
  /** Shown at once, before the file is written; each until its own answer comes. */
  readonly wishes: readonly SettingsPatch[];
  readonly undo: Undo | null;
  readonly failure: SettingsFailure | null;
};

export const useSettingsEdit = create<EditState>(() => ({ wishes: [], undo: null, failure: null }));

export function useSettingsState(): SettingsState {
  const { value } = useStream('settings.watch', {}, replace);
  const wishes = useSettingsEdit((state) => state.wishes);
  if (value === null) throw new Error('The settings are read before any screen is drawn');
  return useMemo(() => ({ ...value, settings: wishes.reduce(applyPatch, value.settings) }), [value, wishes]);
}

export function useSettings(): Settings {
  return useSettingsState().settings;
}

/** `words` say what was changed, for the undo line: "Theme is dark". */
export async function changeSettings(
  client: Client,
  before: Settings,
  patch: SettingsPatch,
  words: string,
): Promise<void> {
  const failure = await write(client, patch);
  const inverse = inverseOf(before, patch);
  if (failure === null) offerUndo({ words, back: async (again) => (await write(again, inverse)) === null });
}

/** Also of what stands on the page of the settings and is kept in another file. */
export function offerUndo(undo: Undo): void {
  useSettingsEdit.setState({ undo });
}

/** What the window notes for itself: nothing a person changed, so nothing to undo. */
export async function noteInSettings(client: Client, patch: SettingsPatch): Promise<void> {
  await write(client, patch);
}

export async function undoSettings(client: Client): Promise<void> {
  const { undo } = useSettingsEdit.getState();
  if (undo === null) return;
  useSettingsEdit.setState({ undo: null });
  // What could not be taken back can still be, unless something else was changed meanwhile.
  if (!(await undo.back(client))) useSettingsEdit.setState((now) => ({ undo: now.undo ?? undo }));
}

async function write(client: Client, patch: SettingsPatch): Promise<SettingsFailure | null> {
  useSettingsEdit.setState(({ wishes }) => ({ wishes: [...wishes, patch], failure: null }));
  const result = await client.call('settings.update', { patch });
  const failure = result.ok ? null : result.error;
  useSettingsEdit.setState(({ wishes }) => ({ wishes: wishes.filter((wish) => wish !== patch), failure }));
  return failure;
}
