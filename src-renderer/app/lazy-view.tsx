import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton';

/** A view whose code is fetched when it is first looked at. */
export function lazyView<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyView(props: P) {
    return (
      <Suspense fallback={<Skeleton />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
