import { Tooltip as Base } from '@base-ui/react/tooltip';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { Kbd } from './Kbd';
import styles from './Tooltip.module.css';

/** After 500 ms; at once for the next one. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={500} closeDelay={0} timeout={400}>
      {children}
    </Base.Provider>
  );
}

export type TooltipProps = {
  readonly label: string;
  readonly shortcut?: string | null;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactElement;
};

export function Tooltip({ label, shortcut = null, side = 'bottom', children }: TooltipProps) {
  const actions = useRef<Base.Root.Actions>(null);
  // Esc means what lies under it: a hint that happens to hang there goes too, but does not take the key.
  const onOpenChange: Base.Root.Props['onOpenChange'] = (_open, details) => {
    if (details.reason !== 'escape-key') return;
    details.cancel();
    details.allowPropagation();
    queueMicrotask(() => actions.current?.close());
  };
  return (
    <Base.Root actionsRef={actions} onOpenChange={onOpenChange}>
      <Base.Trigger render={children as ReactElement<Record<string, unknown>>} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className={styles['place']}>
          {/* For the eye alone: what it says is the trigger's own name or description. */}
          <Base.Popup className={styles['tooltip']} aria-hidden="true">
            {label}
            {shortcut !== null && <Kbd keys={shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
