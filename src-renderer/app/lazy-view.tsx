import { type ComponentType, createContext, lazy, Suspense, useContext, useState } from 'react';
import { Skeleton } from '../ui/Skeleton';

const fetches = new WeakMap<object, () => Promise<unknown>>();

/** Inside of it nothing stands in for what is fetched: a dialog has no place in the page before it opens. */
export const WithoutBars = createContext(false);

/** A view whose code is fetched when it is first looked at. */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  const fetch = async () => {
    known ??= await load();
    return known;
  };
  const Loaded = lazy(async () => ({ default: await fetch() }));
  function LazyView(props: P) {
    // React keeps bars it has once shown for a third of a second; what is here already needs none.
    const [Known] = useState(() => known);
    const isWithoutBars = useContext(WithoutBars);
    if (Known !== null) return <Known {...props} />;
    return (
      <Suspense fallback={isWithoutBars ? <Waiting /> : <Skeleton />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  fetches.set(LazyView, fetch);
  return LazyView;
}

function Waiting() {
  return (
    <span className="visually-hidden" role="status" data-loading="">
      Loading
    </span>
  );
}

/** While the window waits for something else. What cannot be fetched is told when it is looked at. */
export async function fetchAhead(view: object | undefined): Promise<void> {
  const fetch = view && fetches.get(view);
  await fetch?.().catch(() => {});
}
