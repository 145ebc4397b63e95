import { type RefObject, useEffect, useState } from 'react';
import { SECTIONS } from './sections';

const ABOVE_PX = 8;

/** The part a link named is brought to the top; while a person scrolls, the part that stands there. */
export function useSection(page: RefObject<HTMLElement | null>, rest: string): string {
  const wanted = SECTIONS.find(({ id }) => id === rest)?.id ?? null;
  const [seen, setSeen] = useState<string>(wanted ?? SECTIONS[0]?.id ?? '');

  useEffect(() => {
    const scroller = page.current;
    const section = wanted === null ? null : scroller?.querySelector<HTMLElement>(`[data-section=${wanted}]`);
    if (!scroller || !section) return;
    // Not scrollIntoView: that moves every box around the page too, also those that nobody can scroll back.
    scroller.scrollTop +=
      section.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ABOVE_PX;
    // Not the heading's neighbour: a screen reader goes on where the eye does.
    section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    setSeen(wanted ?? '');
  }, [page, wanted]);

  useEffect(() => {
    const scroller = page.current;
    if (scroller === null) return;
    const look = () => {
      const top = scroller.getBoundingClientRect().top;
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      const parts = [...scroller.querySelectorAll<HTMLElement>('[data-section]')];
      const passed = parts.filter(
        (part) => part.getBoundingClientRect().top - top < scroller.clientHeight / 3,
      );
      const last = isAtEnd ? parts.at(-1) : passed.at(-1);
      if (last?.dataset['section'] !== undefined) setSeen(last.dataset['section']);
    };
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [page]);
  return seen;
}
