import { create } from 'zustand';

/** What is open over the frame. One at a time: a dialog that opens another replaces it. */
export type Overlay = { readonly id: string; readonly argument: string };

type WindowState = {
  readonly overlay: Overlay | null;
  /** In a window too narrow for the sidebar it opens for the moment; nothing is remembered. */
  readonly isNarrowSidebarOpen: boolean;
};

export const useWindow = create<WindowState>(() => ({ overlay: null, isNarrowSidebarOpen: false }));

export function openOverlay(id: string, argument = ''): void {
  useWindow.setState({ overlay: { id, argument } });
}

export function closeOverlay(): void {
  useWindow.setState({ overlay: null });
}
