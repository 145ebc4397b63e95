import type { Settings, SettingsPatch } from '@domain/settings';

/** The patch that takes this one back. A key that had no entry of its own goes back to what `shipped` says. */
export function inverseOf(
  before: Settings,
  patch: SettingsPatch,
  shipped: Readonly<Record<string, string | null>> = {},
): SettingsPatch {
  const groups = Object.entries(patch).map(([group, values]) => {
    const was = before[group] as Readonly<Record<string, unknown>>;
    const fallback = group === 'keys' ? shipped : {};
    return [
      group,
      Object.fromEntries(
        Object.keys(values ?? {}).map((name) => [name, name in was ? was[name] : (fallback[name] ?? null)]),
      ),
    ];
  });
  return Object.fromEntries(groups) as SettingsPatch;
}
