import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton';

/** Fetches what a lazy view will show, before it is shown. */
const fetches = new WeakMap<object, () => Promise<unknown>>();

/** A view whose code is fetched when it is first looked at. */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  function LazyView(props: P) {
    return (
      <Suspense fallback={<Skeleton />}>
        <Loaded {...props} />
      </Suspense>
    );
  }
  fetches.set(LazyView, load);
  return LazyView;
}

/** While the window waits for something else. What cannot be fetched is told when it is looked at. */
export function fetchAhead(view: object | undefined): void {
  const load = view && fetches.get(view);
  load?.().catch(() => {});
}
