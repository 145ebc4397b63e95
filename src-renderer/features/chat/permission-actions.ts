import type { Action } from '../../app/keymap/action';
import { placeOfFocus } from '../../app/state/window';

export type PermissionActs = {
  readonly canAnswer: boolean;
  readonly canAlways: boolean;
  readonly allow: () => void;
  readonly always: () => void;
  readonly deny: () => void;
};

const cards = new Map<Element, () => PermissionActs>();

/** Returns the way to take it away again. */
export function addPermissionCard(card: Element, acts: () => PermissionActs): () => void {
  cards.set(card, acts);
  return () => void cards.delete(card);
}

/** Of the card that has the focus, or had it before the palette opened; a field of it has its letters to itself. */
function actsHere(): PermissionActs | null {
  const at = placeOfFocus();
  if (at === null || at.matches('input, textarea')) return null;
  for (const [card, acts] of cards) if (card.contains(at)) return acts();
  return null;
}

const common = { section: 'Permissions', within: 'permission', words: 'question answer claude' };

/** Known from the start, so that other keys can be given to them before anything is asked. */
export const PERMISSION_ACTIONS: readonly Action[] = [
  {
    id: 'permission.allow',
    name: 'Allow what Claude asks, once',
    chord: 'y',
    ...common,
    isAvailable: () => actsHere()?.canAnswer === true,
    run: () => actsHere()?.allow(),
  },
  {
    id: 'permission.always',
    name: 'Always allow what Claude asks',
    chord: 'a',
    ...common,
    isAvailable: () => actsHere()?.canAlways === true,
    run: () => actsHere()?.always(),
  },
  {
    id: 'permission.deny',
    name: 'Deny what Claude asks…',
    chord: 'n',
    ...common,
    isAvailable: () => actsHere()?.canAnswer === true,
    run: () => actsHere()?.deny(),
  },
];
