import {
  elementScroll,
  measureElement,
  type Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';

type List = Virtualizer<HTMLDivElement, Element>;
type Options = VirtualizerOptions<HTMLDivElement, Element>;

/*
 * A list that asks the page for no size while it is drawn: to answer, the browser would have to lay everything out in the
 * middle of the work. The observers tell the sizes after the layout that comes anyway, before anything is painted.
 */
export const measuredLater: Pick<Options, 'measureElement' | 'observeElementRect' | 'scrollToFn'> = {
  measureElement(element, entry, list) {
    if (entry !== undefined) return measureElement(element, entry, list);
    const index = list.indexFromElement(element);
    return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
  },
  observeElementRect(list: List, tell) {
    const element = list.scrollElement;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      tell({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  },
  scrollToFn(offset, options, list) {
    // Where it is already: a list begins at its top.
    if (offset + (options.adjustments ?? 0) === 0 && list.scrollOffset === 0) return;
    elementScroll(offset, options, list);
  },
};
