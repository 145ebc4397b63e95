import type { BeadVerdict } from './since-pause';

/** Somebody else's decision about the work: it is said, and agreed to, before anything runs. */
export const GRAVE: ReadonlySet<BeadVerdict> = new Set(['taken', 'closed', 'gone']);
