import { useId, useLayoutEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Action } from './action';

type ActionState = {
  readonly sources: ReadonlyMap<string, readonly Action[]>;
  /** Every action that was there since the window opened: a view that is away keeps its keys. */
  readonly known: ReadonlyMap<string, Action>;
};

export const useActionStore = create<ActionState>(() => ({ sources: new Map(), known: new Map() }));

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

/** For whoever changes keys: also those of views that are away. */
export function useKnownActions(): readonly Action[] {
  const known = useActionStore((state) => state.known);
  return useMemo(() => [...known.values()], [known]);
}
