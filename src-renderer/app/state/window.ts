import { create } from 'zustand';

/** What is open over the frame. One at a time: a dialog that opens another replaces it. */
export type Overlay = { readonly id: string; readonly argument: string };

type WindowState = {
  readonly overlay: Overlay | null;
  /** In a window too narrow for the sidebar it opens for the moment; nothing is remembered. */
  readonly isNarrowSidebarOpen: boolean;
  /** How many sessions wait for an answer: told in the window's title. */
  readonly waiting: number;
  /** What had the focus when the overlay opened. */
  readonly origin: Element | null;
  /** Whether that was in the panel: asked when it may be gone. */
  readonly isFromPanel: boolean;
};

export const useWindow = create<WindowState>(() => ({
  overlay: null,
  isNarrowSidebarOpen: false,
  waiting: 0,
  origin: null,
  isFromPanel: false,
}));

/** A dialog that holds the window up; the card of the tour does not. */
export const MODAL = '[role=dialog]:not([aria-modal=false])';

export function openOverlay(id: string, argument = ''): void {
  const at = document.activeElement;
  const isInDialog = (at?.closest(MODAL) ?? null) !== null;
  useWindow.setState({ overlay: { id, argument } });
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
