import { type Action, chordFor, type ShellKind } from '../../app/keymap/action';

/** What can be bound: each action once, those we ship with a key first. The order does not follow what is bound now:
 * a row must not jump away from the person who changes it. */
export function listBindable(actions: readonly Action[], shell: ShellKind): readonly Action[] {
  const once = new Map(actions.map((action) => [action.id, action]));
  const hasKey = (action: Action) => chordFor(action, shell) !== null;
  return [...once.values()].sort(
    (a, b) => Number(hasKey(b)) - Number(hasKey(a)) || a.name.localeCompare(b.name),
  );
}
