import type { DeclaredAction } from '../../app/keymap/action';

/** What can be bound: each action once, by its name. The order does not follow what is bound now: a row must not jump
 * away from the person who changes it. */
export function listBindable(actions: readonly DeclaredAction[]): readonly DeclaredAction[] {
  const once = new Map(actions.map((action) => [action.id, action]));
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name));
}
