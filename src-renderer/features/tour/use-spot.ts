import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, cardPlace } from './spot.logic';

export type Spot = { readonly ring: CSSProperties | null; readonly card: CSSProperties };

/** Where the card stands, and the ring around what it speaks of; both follow the window. */
export function useSpot(target: string, card: RefObject<HTMLElement | null>): Spot {
  const [spot, setSpot] = useState<Spot>({ ring: null, card: { visibility: 'hidden' } });
  useLayoutEffect(() => {
    const place = () => {
      const about = document.querySelector(target)?.getBoundingClientRect() ?? null;
      const own = card.current?.getBoundingClientRect();
      if (own === undefined) return;
      const room = { width: window.innerWidth, height: window.innerHeight };
      const box: Box | null = about === null || about.width === 0 ? null : about;
      const { left, top } = cardPlace(box, own, room);
      setSpot({
        ring: box === null ? null : { left: box.left, top: box.top, width: box.width, height: box.height },
        card: { left, top },
      });
    };
    place();
    // The view behind may still be coming, and changes its size while it does.
    const watcher = new ResizeObserver(place);
    watcher.observe(document.documentElement);
    const about = document.querySelector(target);
    if (about !== null) watcher.observe(about);
    window.addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', place);
    };
  }, [target, card]);
  return spot;
}
