import type { Settings, SettingsPatch } from '@domain/settings';

/** The patch that takes this one back. A key that had no entry of its own has none again. */
export function inverseOf(before: Settings, patch: SettingsPatch): SettingsPatch {
  const { keys, shipped_keys = [], ...groups } = patch;
  const values = Object.entries(groups).map(([group, named]) => {
    const was = before[group] as Readonly<Record<string, unknown>>;
    return [group, Object.fromEntries(Object.keys(named ?? {}).map((name) => [name, was[name] ?? null]))];
  });
  const actions = [...Object.keys(keys ?? {}), ...shipped_keys];
  const had = actions.filter((id) => Object.hasOwn(before.keys, id));
  const hadNot = actions.filter((id) => !had.includes(id));
  return {
    ...Object.fromEntries(values),
    ...(had.length === 0 ? {} : { keys: Object.fromEntries(had.map((id) => [id, before.keys[id] ?? null])) }),
    ...(hadNot.length === 0 ? {} : { shipped_keys: hadNot }),
  };
}
