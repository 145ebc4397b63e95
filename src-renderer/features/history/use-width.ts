import { type RefObject, useLayoutEffect, useState } from 'react';

/** How wide a thing is, as it changes; a width before the first look that fits everything. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
}
