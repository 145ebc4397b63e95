/** Follows only while the window is seen: a hidden one is sent nothing, and holds no program. */
export function followWhileSeen(page: Document, follow: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const look = () => {
    if (page.hidden) {
      stop?.();
      stop = null;
    } else stop ??= follow();
  };
  page.addEventListener('visibilitychange', look);
  look();
  return () => {
    page.removeEventListener('visibilitychange', look);
    stop?.();
  };
}
