import { create } from 'zustand';
import { navigate } from '../../app/state/route';
import { STEPS } from './steps';

/** Null: nobody is on the tour. */
type TourState = { readonly step: number | null };

export const useTour = create<TourState>(() => ({ step: null }));

export function goToStep(step: number): void {
  const next = STEPS[step];
  if (next?.view !== undefined) navigate(next.view);
  useTour.setState({ step: next === undefined ? null : step });
}

export const startTour = (): void => goToStep(0);
export const leaveTour = (): void => useTour.setState({ step: null });
