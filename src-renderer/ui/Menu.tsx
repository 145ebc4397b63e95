import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
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
};

/** Type to find; the focus returns to the trigger. Its list is made when it is first opened: until then it is a button. */
export function Menu({ trigger, children, align = 'start', side = 'bottom' }: MenuProps) {
  const [opened, setOpened] = useState<'never' | 'by pointer' | 'by keys' | 'before'>('never');
  const button = useRef<HTMLElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = opened === 'by pointer' || opened === 'by keys';
  const face = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    id,
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'data-popup-open': isOpen ? '' : undefined,
    onMouseDown: (event: MouseEvent) => {
      if (event.button !== 0 || isOpen || event.currentTarget.getAttribute('aria-disabled') === 'true')
        return;
      setOpened('by pointer');
      chooseOnRelease(event.currentTarget, popup, () => setOpened('before'));
    },
    // A key that presses a button is a click without a count; a mouse has opened it before it clicks.
    onClick: (event: MouseEvent) => event.detail === 0 && setOpened(isOpen ? 'before' : 'by keys'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.currentTarget.getAttribute('aria-disabled') === 'true') return;
      event.preventDefault();
      setOpened('by keys');
    },
  });
  return (
    <>
      {face}
      {opened !== 'never' && (
        <Base.Root open={isOpen} onOpenChange={(open) => !open && setOpened('before')}>
          {/* A landmark of its own: it hangs below the body, outside of every other one. */}
          <Base.Portal role="region" aria-label="Menu">
            <Base.Positioner
              anchor={button}
              align={align}
              side={side}
              sideOffset={4}
              collisionPadding={4}
              className={styles['place']}
            >
              <Base.Popup
                ref={popup}
                className={styles['menu']}
                aria-labelledby={id}
                finalFocus={button}
                onFocus={(event) => {
                  if (opened === 'by keys' && event.target === event.currentTarget)
                    event.currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Tab') return;
                  event.preventDefault();
                  setOpened('before');
                }}
              >
                {children}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </>
  );
}

/** A press that is held, drawn to an item and let go there chooses it; let go elsewhere it leaves the menu. */
function chooseOnRelease(trigger: Element, popup: RefObject<HTMLElement | null>, leave: () => void): void {
  const { left, right, top, bottom } = trigger.getBoundingClientRect();
  const release = ({ target, clientX: x, clientY: y }: globalThis.MouseEvent) => {
    if (x >= left && x <= right && y >= top && y <= bottom) return;
    if (!(target instanceof Element) || !popup.current?.contains(target)) leave();
    else target.closest<HTMLElement>('[role="menuitem"]')?.click();
  };
  document.addEventListener('mouseup', release, { once: true });
}

export type MenuItemProps = {
  readonly icon?: IconType;
  readonly shortcut?: string | null;
  readonly hint?: ReactNode;
  /** How many there are of it, at the end of its line. */
  readonly count?: number;
  readonly isDanger?: boolean;
  readonly isChosen?: boolean;
  readonly disabledReason?: string | null;
  /** The id of the action that it stands for, for whoever looks for the line. */
  readonly action?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

export function MenuItem(props: MenuItemProps) {
  const {
    icon,
    shortcut,
    hint,
    count,
    isDanger = false,
    isChosen,
    disabledReason = null,
    action,
    onSelect,
    children,
  } = props;
  return (
    <Base.Item
      className={classNames(styles['item'], isDanger && styles['danger'])}
      disabled={disabledReason !== null}
      title={disabledReason ?? undefined}
      aria-current={isChosen || undefined}
      data-action={action}
      onClick={onSelect}
    >
      {icon && <Icon of={icon} size="s" />}
      <span className={classNames(styles['name'], 'cut')}>
        {children}
        {hint && <small className="cut">{hint}</small>}
      </span>
      {count !== undefined && <span className={styles['count']}> {count}</span>}
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
