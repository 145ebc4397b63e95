import { listActions, useActionStore } from './action-store';

/** What a line of a menu does: the same as its key. */
export function runAction(id: string): void {
  const actions = listActions(useActionStore.getState().sources);
  actions.find((action) => action.id === id && (action.isAvailable?.() ?? true))?.run();
}

/** An action that opens a menu presses the button that says `data-action` with its id; without one it is not there. */
export function pressButtonOf(id: string): void {
  buttonOf(id)?.click();
}

export const hasButton = (id: string) => buttonOf(id) !== null;

function buttonOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`button[data-action="${id}"]`);
}

/** `board.sort`: an action that opens the menu of the button with its id. */
export function menuAction<T extends { readonly id: string }>(action: T) {
  return { ...action, isAvailable: () => hasButton(action.id), run: () => pressButtonOf(action.id) };
}
