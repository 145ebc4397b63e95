import type { LastLook } from './record';

/** Somebody stopped it: some of what was found is neither read nor known. */
export const isCutShort = ({ left }: Pick<LastLook, 'left'>): boolean => left > 0;
