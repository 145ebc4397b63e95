import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Skeleton } from '../ui/Skeleton';

const fetches = new WeakMap<object, () => Promise<unknown>>();

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
    if (Known !== null) return <Known {...props} />;
    return (
      <Suspense fallback={<Skeleton />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  fetches.set(LazyView, fetch);
  return LazyView;
}

/** While the window waits for something else. What cannot be fetched is told when it is looked at. */
export async function fetchAhead(view: object | undefined): Promise<void> {
  const fetch = view && fetches.get(view);
  await fetch?.().catch(() => {});
}
