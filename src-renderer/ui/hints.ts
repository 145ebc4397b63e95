import { HINT_AGAIN_MS, HINT_REST_MS } from './measures';
import type { TooltipProps } from './Tooltip';

export type Hint = {
  readonly anchor: Element;
  readonly label: string;
  readonly keys: string | null;
  readonly side: NonNullable<TooltipProps['side']>;
};

export function hintOf(anchor: Element): Hint | null {
  const label = anchor.getAttribute('data-hint');
  if (label === null || !anchor.isConnected) return null;
  const side = (anchor.getAttribute('data-hint-side') ?? 'bottom') as Hint['side'];
  return { anchor, label, keys: anchor.getAttribute('data-hint-keys'), side };
}

const anchorAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[data-hint]') : null;

/** Tells which hint is to be seen, and null when it is to go. */
export function watchHints(page: Document, show: (hint: Hint | null) => void): () => void {
  let over: Element | null = null;
  let isShown = false;
  let goneAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    if (!isShown) return;
    isShown = false;
    goneAt = performance.now();
    show(null);
  };
  const open = (anchor: Element) => {
    clearTimeout(timer);
    const hint = hintOf(anchor);
    if (hint === null) return;
    isShown = true;
    show(hint);
  };

  const onPointerOver = (event: PointerEvent) => {
    const anchor = event.pointerType === 'touch' ? null : anchorAt(event.target);
    if (anchor === over) return;
    over = anchor;
    hide();
    if (anchor === null) return;
    if (performance.now() - goneAt < HINT_AGAIN_MS) open(anchor);
    else timer = setTimeout(open, HINT_REST_MS, anchor);
  };
  const onPointerOut = (event: PointerEvent) => {
    if (event.relatedTarget !== null) return;
    over = null;
    hide();
  };
  const onFocusIn = (event: FocusEvent) => {
    const { target } = event;
    if (target instanceof Element && target.hasAttribute('data-hint') && target.matches(':focus-visible'))
      open(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };

  const leave = new AbortController();
  const options = { capture: true, passive: true, signal: leave.signal };
  page.addEventListener('pointerover', onPointerOver, options);
  page.addEventListener('pointerout', onPointerOut, options);
  page.addEventListener('pointerdown', hide, options);
  page.addEventListener('click', hide, options);
  page.addEventListener('focusin', onFocusIn, options);
  page.addEventListener('focusout', hide, options);
  page.addEventListener('keydown', onKeyDown, options);
  return () => {
    clearTimeout(timer);
    leave.abort();
  };
}
