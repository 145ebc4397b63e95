import { useLayoutEffect, useRef } from 'react';
import { type Action, boundChord, type ShellKind } from './action';
import { listActions, useActionStore } from './action-store';
import { type Binding, isModifierAlone, type KeyPress, parseChord, press } from './chord.logic';
import { useKeymap } from './use-keymap';

/** A sequence whose next stroke comes later than this was not meant as one. */
const SEQUENCE_MS = 1500;

/** The one listener for keys. It stands at the window, so a component that handles a key first can keep it. */
export function KeyHandler() {
  const { remapped, shell, platform } = useKeymap();
  const pending = useRef<{ presses: readonly KeyPress[]; at: number }>({ presses: [], at: 0 });

  // With the first screen, not after it: a key that is pressed at its sight is heard.
  useLayoutEffect(() => {
    const bound = createBound(remapped, shell);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifierAlone(event)) return;
      if (event.key === 'Escape' && isInOwnLayer(event.target)) return;
      const isLate = event.repeat || event.timeStamp - pending.current.at > SEQUENCE_MS;
      const before = isLate ? [] : pending.current.presses;
      const { actions, bindings } = bound();
      const { target } = event;
      const result = press(bindings, before, event, platform, isTyping(target), placeOf(target));
      // A key that is held is no stroke of a sequence.
      if (!event.repeat) pending.current = { presses: result.pending, at: event.timeStamp };
      const action = result.run
        .map((id) => actions.find((each) => each.id === id && (each.isAvailable?.() ?? true)))
        .find((each) => each !== undefined);
      if (action === undefined || (event.repeat && !action.isMove)) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [remapped, shell, platform]);
  return null;
}

/** What is there when a key is pressed; made again only when something was added or went away. */
function createBound(remapped: Readonly<Record<string, string | null>>, shell: ShellKind) {
  let of: ReturnType<typeof useActionStore.getState>['sources'] | null = null;
  let actions: readonly Action[] = [];
  let bindings: readonly Binding[] = [];
  return () => {
    const { sources } = useActionStore.getState();
    if (sources !== of) {
      of = sources;
      actions = listActions(sources);
      bindings = actions.flatMap((action) => {
        const chord = parseChord(boundChord(action, remapped, shell) ?? '');
        return chord === null ? [] : [{ id: action.id, chord, within: action.within }];
      });
    }
    return { actions, bindings };
  };
}

/** A dialog or a menu has closed itself by the same key, and may be gone from the page by now. */
function isInOwnLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null;
}

/** Fields write, menus find by letter, and what has keys of its own (a terminal) says so with `data-own-keys`. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.closest('input, textarea, select, [role=menu], [role=dialog], [data-own-keys]') !== null;
}

/** What has some of our actions as its own keys; in a field of it letters write as in any other. */
function placeOf(target: EventTarget | null): string | null {
  if (!(target instanceof HTMLElement) || target.closest('input, textarea, select') !== null) return null;
  return target.closest<HTMLElement>('[data-own-keys]')?.dataset['ownKeys'] || null;
}
