import { useSyncExternalStore } from 'react';

/** A window nobody has touched for this long is not in use, even when it can be seen. */
const IDLE_MS = 15 * 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

const listeners = new Set<() => void>();
let isIdle = false;
let timer: ReturnType<typeof setTimeout> | null = null;

function tell(): void {
  for (const listener of [...listeners]) listener();
}

function wake(): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    isIdle = true;
    tell();
  }, IDLE_MS);
  if (!isIdle) return;
  isIdle = false;
  tell();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tell);
    for (const sign of SIGNS) window.addEventListener(sign, wake, { passive: true });
    wake();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', tell);
    for (const sign of SIGNS) window.removeEventListener(sign, wake);
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
}

/** False while the window is hidden or left alone, so that nothing is watched for a person who does not look. */
export function useIsInUse(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden && !isIdle);
}
