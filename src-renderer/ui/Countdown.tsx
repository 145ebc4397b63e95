import { useEffect, useState } from 'react';

export type CountdownProps = {
  /** The moment it ends, in milliseconds. */
  readonly until: number;
  readonly words: (seconds: number) => string;
};

const left = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** Ticks by itself; not announced each second: what it counts down to is said once by what stands around it. */
export function Countdown({ until, words }: CountdownProps) {
  const [seconds, setSeconds] = useState(() => left(until));
  useEffect(() => {
    setSeconds(left(until));
    const timer = setInterval(() => setSeconds(left(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span aria-live="off" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {words(seconds)}
    </span>
  );
}
