/** A drag is over when nothing has moved for this long and no button is held. */
const QUIET_MS = 120;

/**
 * One fit per drag: a program redraws its whole screen for every size, so it hears only of the last one. Shown for the
 * first time it is fitted at once.
 */
export function fitOnce(place: HTMLElement, adjust: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isHeld = false;
  let isFirst = true;
  const wait = () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (!isHeld) adjust();
    }, QUIET_MS);
  };
  const observer = new ResizeObserver(() => {
    if (isFirst) adjust();
    else wait();
    isFirst = false;
  });
  const down = () => {
    isHeld = true;
  };
  const up = () => {
    isHeld = false;
    wait();
  };
  observer.observe(place);
  window.addEventListener('pointerdown', down, true);
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, up, true);
  return () => {
    observer.disconnect();
    if (timer !== null) clearTimeout(timer);
    window.removeEventListener('pointerdown', down, true);
    for (const name of ['pointerup', 'pointercancel'] as const) window.removeEventListener(name, up, true);
  };
}
