import { create } from 'zustand';
import { navigate } from '../../app/state/route';
import { placeOfFocus } from '../../app/state/window';
import { STEPS } from './steps';

type TourState = {
  /** Null: nobody is on the tour. */
  readonly step: number | null;
  /** What had the focus before it began. */
  readonly origin: Element | null;
};

export const useTour = create<TourState>(() => ({ step: null, origin: null }));

export function goToStep(step: number): void {
  const next = STEPS[step];
  if (next?.view !== undefined) navigate(next.view);
  useTour.setState({ step: next === undefined ? null : step });
}

export function startTour(): void {
  useTour.setState({ origin: placeOfFocus() });
  goToStep(0);
}

/** Back to where a person was; what opened the tour may be gone with it. */
export function leaveTour(): void {
  const { origin } = useTour.getState();
  const isThere = origin instanceof HTMLElement && origin.isConnected && origin !== document.body;
  const view = document.querySelector<HTMLElement>('[data-region=view]');
  (isThere ? origin : view)?.focus();
  useTour.setState({ step: null, origin: null });
}
