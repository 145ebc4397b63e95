import { create } from 'zustand';
import type { SessionFailure } from './session-errors';

/** Why a session could not be started or resumed: said in its panel until it is tried again or put away. */
type Refusals = { readonly byId: ReadonlyMap<string, SessionFailure> };

const useRefusals = create<Refusals>(() => ({ byId: new Map() }));

export function tellRefusal(id: string, failure: SessionFailure | null): void {
  useRefusals.setState(({ byId }) => {
    const next = new Map(byId);
    if (failure === null) next.delete(id);
    else next.set(id, failure);
    return { byId: next };
  });
}

export function useRefusal(id: string): SessionFailure | null {
  return useRefusals((state) => state.byId.get(id)) ?? null;
}
