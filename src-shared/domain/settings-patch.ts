import type { Settings, SettingsPatch } from './settings';

/** Only what the patch names changes; every other key, known or not, stays as it was. */
export function applyPatch(settings: Settings, patch: SettingsPatch): Settings {
  const groups = Object.entries(patch).filter(([, values]) => values !== undefined);
  const changed = groups.map(([name, values]) => [name, { ...(settings[name] as object), ...values }]);
  return { ...settings, ...Object.fromEntries(changed) } as Settings;
}
