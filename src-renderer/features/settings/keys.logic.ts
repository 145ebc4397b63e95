import { type Action, boundChord, type ShellKind } from '../../app/keymap/action';

/** What can be bound: each action once, those with a key first, then by name. */
export function listBindable(
  actions: readonly Action[],
  keymap: { readonly remapped: Readonly<Record<string, string | null>>; readonly shell: ShellKind },
): readonly Action[] {
  const once = new Map(actions.map((action) => [action.id, action]));
  const hasKey = (action: Action) => boundChord(action, keymap.remapped, keymap.shell) !== null;
  return [...once.values()].sort(
    (a, b) => Number(hasKey(b)) - Number(hasKey(a)) || a.name.localeCompare(b.name),
  );
}
