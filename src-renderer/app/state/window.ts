import { create } from 'zustand';

/** What is open over the frame. One at a time: a dialog that opens another replaces it. */
export type Overlay = { readonly id: string; readonly argument: string };

type WindowState = {
  readonly overlay: Overlay | null;
  /** In a window too narrow for the sidebar it opens for the moment; nothing is remembered. */
  readonly isNarrowSidebarOpen: boolean;
  /** How many sessions need a person, in whatever project: told in the window's title. */
  readonly waiting: number;
  /** What had the focus when the overlay opened. */
  readonly origin: Element | null;
  /** Whether that was in the panel: asked when it may be gone. */
  readonly isFromPanel: boolean;
  /** Which thing of the panel has the focus as soon as it is there. */
  readonly awaited: string | null;
};

export const useWindow = create<WindowState>(() => ({
  overlay: null,
  isNarrowSidebarOpen: false,
  waiting: 0,
  origin: null,
  isFromPanel: false,
  awaited: null,
}));

/** A dialog that holds the window up; the card of the tour does not. */
export const MODAL = '[role=dialog]:not([aria-modal=false])';

export function openOverlay(id: string, argument = ''): void {
  const at = document.activeElement;
  const isInDialog = (at?.closest(MODAL) ?? null) !== null;
  useWindow.setState({ overlay: { id, argument }, awaited: null });
  if (isInDialog) return;
  useWindow.setState({ origin: at, isFromPanel: (at?.closest('[data-region=panel]') ?? null) !== null });
}

/** Where a person is: what has the focus, or had it before the palette or the keys opened over it. */
export function placeOfFocus(): Element | null {
  const { overlay, origin } = useWindow.getState();
  const at = document.activeElement;
  // A palette that runs an action has closed by then, and is not drawn away yet.
  return overlay !== null || at?.closest(MODAL) ? origin : at;
}

export function closeOverlay(): void {
  useWindow.setState({ overlay: null });
}

const ACTS = ['keydown', 'pointerdown'] as const;
const forgetAwaited = () => {
  useWindow.setState({ awaited: null });
  for (const act of ACTS) removeEventListener(act, forgetAwaited, true);
};

/** What was just begun is where a person goes on: the panel of this thing takes the focus when it is drawn, unless they act. */
export function awaitFocus(argument: string): void {
  useWindow.setState({ awaited: argument });
  for (const act of ACTS) addEventListener(act, forgetAwaited, true);
}

/** Asked by who can take it, once. */
export function isFocusAwaited(argument: string): boolean {
  const is = useWindow.getState().awaited === argument;
  if (is) forgetAwaited();
  return is;
}
