import { startTransition, useEffect, useState } from 'react';

const MOMENT_MS = 60;
let isOver = false;

/** False until a moment after the first screen was drawn: what is not to be seen on it waits, so that it is there sooner. */
export function useAfterFirstScreen(): boolean {
  const [isNow, setNow] = useState(isOver);
  useEffect(() => {
    if (isNow) return;
    const timer = setTimeout(() => {
      isOver = true;
      startTransition(() => setNow(true));
    }, MOMENT_MS);
    return () => clearTimeout(timer);
  }, [isNow]);
  return isNow;
}
