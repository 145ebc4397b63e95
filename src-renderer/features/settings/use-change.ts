import type { Settings, SettingsPatch } from '@domain/settings';
import { changeSettings, useSettings } from '../../app/state/settings';
import { useClient } from '../../bridge/react';

/** The settings as they are shown, and the one way to change them: at once, with the words for the undo line. */
export function useChange(): readonly [Settings, (patch: SettingsPatch, words: string) => void] {
  const client = useClient();
  const settings = useSettings();
  return [settings, (patch, words) => void changeSettings(client, settings, patch, words)];
}
