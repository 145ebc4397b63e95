import { useEffect, useId, useLayoutEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import type { Action, DeclaredAction } from './action';

type ActionState = {
  readonly sources: ReadonlyMap<string, readonly Action[]>;
  /** Every action that was there since the window opened: a view that is away keeps its keys. */
  readonly known: ReadonlyMap<string, Action>;
  /** Fetches what the features declare: nothing that the first screen needs. */
  readonly fetchDeclared: () => Promise<readonly DeclaredAction[]>;
};

export const useActionStore = create<ActionState>(() => ({
  sources: new Map(),
  known: new Map(),
  fetchDeclared: async () => [],
}));

export function setActions(source: string, actions: readonly Action[]): void {
  useActionStore.setState(({ sources, known }) => ({
    sources: new Map(sources).set(source, actions),
    known: actions.every(({ id }) => known.has(id))
      ? known
      : new Map([...known, ...actions.map((action) => [action.id, action] as const)]),
  }));
}

export function removeActions(source: string): void {
  useActionStore.setState(({ sources }) => {
    const left = new Map(sources);
    left.delete(source);
    return { sources: left };
  });
}

/** A component's actions live as long as it does. Hand in a list that is stable between renders (useMemo). */
export function useActions(actions: readonly Action[]): void {
  const source = useId();
  useLayoutEffect(() => {
    setActions(source, actions);
    return () => removeActions(source);
  }, [source, actions]);
}

/** Later sources come first: what is on the screen wins over what is always there. */
export function listActions(sources: ReadonlyMap<string, readonly Action[]>): readonly Action[] {
  return [...sources.values()].reverse().flat();
}

export function useAllActions(): readonly Action[] {
  const sources = useActionStore((state) => state.sources);
  return useMemo(() => listActions(sources), [sources]);
}

/** For whoever changes keys: also those of views that are away or were never opened. */
export function useDeclaredActions(): readonly DeclaredAction[] {
  const known = useActionStore((state) => state.known);
  const fetchDeclared = useActionStore((state) => state.fetchDeclared);
  const [fetched, setFetched] = useState<readonly DeclaredAction[] | Error>([]);
  useEffect(() => {
    let isGone = false;
    const keep = (next: readonly DeclaredAction[] | Error) => isGone || setFetched(next);
    fetchDeclared().then(keep, (error) => keep(error instanceof Error ? error : new Error(String(error))));
    return () => {
      isGone = true;
    };
  }, [fetchDeclared]);
  // A list that is not whole would miss keys that clash.
  if (fetched instanceof Error) throw fetched;
  return useMemo(
    () => [...new Map([...known.values(), ...fetched].map((action) => [action.id, action])).values()],
    [fetched, known],
  );
}
