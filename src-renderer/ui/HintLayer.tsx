import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useEffect, useState } from 'react';
import { type Hint, hintOf, watchHints } from './hints';
import { Kbd } from './Kbd';
import styles from './Tooltip.module.css';

/** Esc means what lies under a hint: it goes too, by `watchHints`, and does not take the key. */
const leaveKey: Base.Root.Props['onOpenChange'] = (_open, details) => {
  details.cancel();
  details.allowPropagation();
};

/** Draws the hint of what is pointed at or focused; nothing until there is a first one. */
export function HintLayer() {
  const [hint, setHint] = useState<Hint | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      watchHints(document, (next) => {
        setOpen(next !== null);
        // The words stay while they fade.
        if (next !== null) setHint(next);
      }),
    [],
  );
  const anchor = hint?.anchor;
  useEffect(() => {
    if (!isOpen || anchor === undefined) return;
    const look = new MutationObserver(() => {
      const now = hintOf(anchor);
      if (now === null) setOpen(false);
      else setHint((last) => (last?.label === now.label && last.keys === now.keys ? last : now));
    });
    look.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-hint', 'data-hint-keys'],
    });
    return () => look.disconnect();
  }, [isOpen, anchor]);
  if (hint === null) return null;
  return (
    <Base.Root open={isOpen} onOpenChange={leaveKey}>
      <Base.Portal>
        <Base.Positioner
          anchor={hint.anchor}
          side={hint.side}
          sideOffset={6}
          collisionPadding={8}
          className={styles['place']}
        >
          <Base.Popup className={styles['tooltip']} aria-hidden="true">
            {hint.label}
            {hint.keys !== null && <Kbd keys={hint.keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
