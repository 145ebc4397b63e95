import { type RefObject, useEffect, useRef } from 'react';
import { useShortcutOf } from '../../app/keymap/use-keymap';
import { addPermissionCard, type PermissionActs } from './permission-actions';

/** Hands the card's acts to the actions, and tells their keys as they are bound now. */
export function usePermissionKeys(card: RefObject<HTMLElement | null>, acts: PermissionActs) {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(
    () => (card.current === null ? undefined : addPermissionCard(card.current, () => latest.current)),
    [card],
  );
  return {
    allow: useShortcutOf('permission.allow'),
    always: useShortcutOf('permission.always'),
    deny: useShortcutOf('permission.deny'),
  };
}
