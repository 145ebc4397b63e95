import { useEffect, useRef } from 'react';
import { MODAL, useWindow } from '../state/window';

const GIVE_UP_FRAMES = 120;
const QUIET_FRAMES = 4;

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const isDialogOpen = () => document.querySelector(MODAL) !== null;
const region = (name: string) => document.querySelector<HTMLElement>(`[data-region="${name}"]:not([inert])`);

/** After a dialog has gone and had its chance to give the focus back. */
export function whenQuiet(run: () => void, frames = QUIET_FRAMES): () => void {
  let frame = 0;
  let count = 0;
  let quiet = 0;
  const look = () => {
    count += 1;
    quiet = isDialogOpen() ? 0 : quiet + 1;
    if (quiet > frames) run();
    else if (count < GIVE_UP_FRAMES) frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

/** The last place outside the panel; a card that was drawn anew is found by its id. */
function backTo(element: HTMLElement | null): void {
  const there = element?.isConnected ? element : element?.id ? document.getElementById(element.id) : null;
  there?.focus();
  if (isLost()) region('view')?.focus();
}

/** A dialog whose button went away with what it did gives the focus to whoever had it before, perhaps long ago. */
function hasLeftPanel(): boolean {
  const { origin, isFromPanel } = useWindow.getState();
  return isFromPanel && origin?.isConnected === false && !region('panel')?.contains(document.activeElement);
}

/** In focus mode to where one writes, if that is there; a narrow window gives it to the panel as a whole. */
function enterPanel(isFilled: boolean): void {
  const panel = region('panel');
  if (panel === null || panel.contains(document.activeElement)) return;
  const start = isFilled ? panel.querySelector<HTMLElement>('[data-region-start]') : null;
  (start ?? panel).focus();
}

type Kept = {
  /** What the panel shows, null while there is none. */
  readonly panel: string | null;
  readonly isCovered: boolean;
  readonly isFilled: boolean;
};

/** The focus is never lost: not when a panel opens over the view or closes, not when a dialog ends what opened it. */
export function useFocusKeeper({ panel, isCovered, isFilled }: Kept): void {
  const hasOverlay = useWindow((state) => state.overlay !== null);
  const lastRegion = useRef('view');
  const outside = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const at = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-region]') : null;
      if (at === null) return;
      lastRegion.current = at.dataset['region'] ?? 'view';
      if (at.closest('[data-region=panel]') === null) outside.current = target as HTMLElement;
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);

  const before = useRef({ panel, isCovered, hasOverlay });
  useEffect(() => {
    const was = before.current;
    before.current = { panel, isCovered, hasOverlay };
    if (panel !== null && isCovered && (panel !== was.panel || !was.isCovered))
      return whenQuiet(() => enterPanel(isFilled), 0);
    if (panel !== null && was.isCovered && !isCovered)
      return whenQuiet(() => {
        if (isLost()) region('panel')?.focus();
      }, 0);
    if (panel === null && was.panel !== null)
      return whenQuiet(() => {
        if (isLost()) backTo(outside.current);
      }, 0);
    if (was.hasOverlay && !hasOverlay)
      return whenQuiet(() => {
        const next = useWindow.getState().awaited === null ? lastRegion.current : 'panel';
        if (isLost()) (region(next) ?? region('view'))?.focus();
        else if (hasLeftPanel()) region('panel')?.focus();
      });
    return;
  }, [panel, isCovered, isFilled, hasOverlay]);
}

/** What opened a project went away with the screen it stood on. */
export function useFocusAfterOpening(project: string | null): void {
  const before = useRef(project);
  useEffect(() => {
    if (project === before.current) return;
    before.current = project;
    return whenQuiet(() => {
      if (isLost()) region('view')?.focus();
    });
  }, [project]);
}
