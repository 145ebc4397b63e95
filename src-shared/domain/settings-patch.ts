import type { Settings, SettingsPatch } from './settings';

/** Only what the patch names changes; every other key, known or not, stays as it was. */
export function applyPatch(settings: Settings, { shipped_keys, ...groups }: SettingsPatch): Settings {
  const named = Object.entries(groups).filter(([, values]) => values !== undefined);
  const changed = named.map(([name, values]) => [name, { ...(settings[name] as object), ...values }]);
  const next = { ...settings, ...Object.fromEntries(changed) } as Settings;
  if (shipped_keys === undefined) return next;
  const own = Object.entries(next.keys).filter(([id]) => !shipped_keys.includes(id));
  return { ...next, keys: Object.fromEntries(own) };
}
