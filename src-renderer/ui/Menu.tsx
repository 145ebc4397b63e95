import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon, type IconType } from './Icon';
import { Kbd } from './Kbd';
import styles from './Menu.module.css';

export type MenuProps = {
  /** A button; it gets the menu's aria and keys. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
};

/** Type to find; the focus returns to the trigger. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpenChange,
}: MenuProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange && ((open) => onOpenChange(open))}>
      <Base.Trigger render={trigger as ReactElement<Record<string, unknown>>} />
      {/* A landmark of its own: it hangs below the body, outside of every other one. */}
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={4}
          className={styles['place']}
        >
          <Base.Popup className={styles['menu']}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export type MenuItemProps = {
  readonly icon?: IconType;
  readonly shortcut?: string | null;
  readonly hint?: ReactNode;
  readonly isDanger?: boolean;
  readonly isChosen?: boolean;
  readonly disabledReason?: string | null;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

export function MenuItem(props: MenuItemProps) {
  const {
    icon,
    shortcut,
    hint,
    isDanger = false,
    isChosen,
    disabledReason = null,
    onSelect,
    children,
  } = props;
  return (
    <Base.Item
      className={classNames(styles['item'], isDanger && styles['danger'])}
      disabled={disabledReason !== null}
      title={disabledReason ?? undefined}
      aria-current={isChosen || undefined}
      onClick={onSelect}
    >
      {icon && <Icon of={icon} size="s" />}
      <span className={classNames(styles['name'], 'cut')}>
        {children}
        {hint && <small className="cut">{hint}</small>}
      </span>
      {isChosen && <Icon of={Check} size="s" />}
      {shortcut && <Kbd keys={shortcut} />}
    </Base.Item>
  );
}

export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles['label']}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={styles['separator']} />;
}
