import { useEffect, useState } from 'react';

/** The history is opened when the start of the program is over; asking earlier would hold it up. */
const START_MS = 6000;

/** False while the window has only just begun. */
export function useAfterStart(): boolean {
  const [isOver, setOver] = useState(() => performance.now() > START_MS);
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(() => setOver(true), START_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isOver;
}
