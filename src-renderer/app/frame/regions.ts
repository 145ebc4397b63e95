import { nextRegion } from './frame.logic';

/** The sidebar, the view, the panel and what stands beside its chat, in reading order; F6 goes round. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]:not([inert])')];
  // One may stand inside another: the inner one comes later.
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  regions[nextRegion(regions.length, current, step)]?.focus();
}
