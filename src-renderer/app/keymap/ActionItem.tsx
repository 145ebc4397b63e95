import { MenuItem, type MenuItemProps } from '../../ui/Menu';
import { runAction } from './run-action';
import { useShortcutOf } from './use-keymap';

type ActionItemProps = Omit<MenuItemProps, 'onSelect' | 'shortcut' | 'action'> & { readonly id: string };

/** A line of a menu that stands for an action: it does the same and says its keys. */
export function ActionItem({ id, ...item }: ActionItemProps) {
  return <MenuItem {...item} action={id} shortcut={useShortcutOf(id)} onSelect={() => runAction(id)} />;
}
