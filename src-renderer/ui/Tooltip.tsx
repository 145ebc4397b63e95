import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { HintLayer } from './HintLayer';

/** One hint for the whole window: a part that only might be pointed at costs no more than its words. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <HintLayer />
    </>
  );
}

export type TooltipProps = {
  readonly label: string;
  readonly shortcut?: string | null;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactElement;
};

/** For the eye alone: what it says is the name or the description of its child too. */
export function Tooltip({ label, shortcut = null, side = 'bottom', children }: TooltipProps) {
  return cloneElement(children as ReactElement<Record<string, unknown>>, {
    'data-hint': label,
    'data-hint-keys': shortcut ?? undefined,
    'data-hint-side': side === 'bottom' ? undefined : side,
  });
}
