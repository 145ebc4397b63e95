import { createElement } from 'react';
import { Icon } from '../../ui/Icon';
import type { Feature, PaletteItem } from '../feature';
import { boundChord } from '../keymap/action';
import { useAllActions } from '../keymap/action-store';
import { formatChord } from '../keymap/chord.logic';
import { useKeymap } from '../keymap/use-keymap';

const noItems = (): readonly PaletteItem[] => [];

export function usePaletteItems(features: readonly Feature[]): readonly PaletteItem[] {
  const actions = useAllActions();
  const { remapped, shell, platform } = useKeymap();
  // The list of features never changes while the window lives, so the hooks run in the same order each time.
  const found = features.flatMap((feature) => (feature.usePaletteItems ?? noItems)());
  const commands = actions
    .filter(
      (action) => !action.isMove && action.secondKeyOf === undefined && (action.isAvailable?.() ?? true),
    )
    .map((action): PaletteItem => {
      const chord = boundChord(action, remapped, shell);
      const { icon } = action;
      return {
        id: action.id,
        name: action.name,
        section: 'Commands',
        prefix: '>',
        Icon: icon && (() => createElement(Icon, { of: icon })),
        shortcut: chord === null ? null : formatChord(chord, platform),
        words: `${action.section ?? ''} ${action.words ?? ''}`,
        run: action.run,
      };
    });
  return [...found, ...commands];
}
