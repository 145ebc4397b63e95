import { useEffect, useMemo, useRef } from 'react';
import { boundChord } from './action';
import { useAllActions } from './action-store';
import { type Binding, isModifierAlone, type KeyPress, parseChord, press } from './chord.logic';
import { useKeymap } from './use-keymap';

/** A sequence whose next stroke comes later than this was not meant as one. */
const SEQUENCE_MS = 1500;

/** The one listener for keys. It stands at the window, so a component that handles a key first can keep it. */
export function KeyHandler() {
  const { remapped, shell, platform } = useKeymap();
  const actions = useAllActions();
  const bindings = useMemo<readonly Binding[]>(
    () =>
      actions.flatMap((action) => {
        const chord = parseChord(boundChord(action, remapped, shell) ?? '');
        return chord === null ? [] : [{ id: action.id, chord }];
      }),
    [actions, remapped, shell],
  );
  const pending = useRef<{ presses: readonly KeyPress[]; at: number }>({ presses: [], at: 0 });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isModifierAlone(event)) return;
      if (event.key === 'Escape' && isInOwnLayer(event.target)) return;
      const isLate = event.timeStamp - pending.current.at > SEQUENCE_MS;
      const before = isLate ? [] : pending.current.presses;
      const result = press(bindings, before, event, platform, isTyping(event.target));
      pending.current = { presses: result.pending, at: event.timeStamp };
      const action = result.run
        .map((id) => actions.find((each) => each.id === id && (each.isAvailable?.() ?? true)))
        .find((each) => each !== undefined);
      if (action === undefined) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [actions, bindings, platform]);
  return null;
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
