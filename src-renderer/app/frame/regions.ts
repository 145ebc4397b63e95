import { nextRegion } from './frame.logic';

/** The sidebar, the view and the panel, in reading order; F6 goes round. */
export function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  regions[nextRegion(regions.length, current, step)]?.focus();
}
