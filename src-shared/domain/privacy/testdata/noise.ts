/** The same noise at every run, from a small generator of our own: the pure rooms have no chance. */
export type Noise = {
  number(below: number): number;
  pick<T>(list: readonly T[]): T;
  text(alphabet: string, length: number): string;
};

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const PLAIN = `${UPPER}${LOWER}${DIGITS}`;
export const HEX = '0123456789abcdef';
export const BASE64 = `${PLAIN}+/`;
export const BASE64_URL = `${PLAIN}-_`;

export function createNoise(seed: number): Noise {
  let state = seed >>> 0 || 1;
  const number = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
  return {
    number,
    pick: (list) => list[number(list.length)] as (typeof list)[number],
    text: (alphabet, length) => Array.from({ length }, () => alphabet[number(alphabet.length)]).join(''),
  };
}
