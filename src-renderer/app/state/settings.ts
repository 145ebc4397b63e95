import type { Settings, SettingsPatch, SettingsState } from '@domain/settings';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CallError, Client } from '../../bridge/client';
import { replace, useStream } from '../../bridge/react';
import { inverseOf, overlay } from './settings.logic';

export type SettingsFailure = CallError<'settings.update'>;

type EditState = {
  /** Shown at once, before the file is written. */
  readonly wished: SettingsPatch | null;
  readonly undo: { readonly patch: SettingsPatch; readonly words: string } | null;
  readonly failure: SettingsFailure | null;
};

export const useSettingsEdit = create<EditState>(() => ({ wished: null, undo: null, failure: null }));

export function useSettingsState(): SettingsState {
  const { value } = useStream('settings.watch', {}, replace);
  const wished = useSettingsEdit((state) => state.wished);
  if (value === null) throw new Error('The settings are read before any screen is drawn');
  return useMemo(
    () => (wished === null ? value : { ...value, settings: overlay(value.settings, wished) }),
    [value, wished],
  );
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
  shipped: Readonly<Record<string, string | null>> = {},
): Promise<void> {
  useSettingsEdit.setState({ wished: patch, failure: null });
  const result = await client.call('settings.update', { patch });
  if (result.ok)
    useSettingsEdit.setState({ wished: null, undo: { patch: inverseOf(before, patch, shipped), words } });
  else useSettingsEdit.setState({ wished: null, failure: result.error });
}

export async function undoSettings(client: Client): Promise<void> {
  const { undo } = useSettingsEdit.getState();
  if (undo === null) return;
  useSettingsEdit.setState({ undo: null, wished: undo.patch, failure: null });
  const result = await client.call('settings.update', { patch: undo.patch });
  useSettingsEdit.setState({ wished: null, failure: result.ok ? null : result.error });
}
