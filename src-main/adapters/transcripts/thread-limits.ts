/**
 * How much a thread of the history may gather before what it no longer needs is looked for: with the 48 MB each that are
 * usual, reading 10,000 sessions took 374 MB, with this 338.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 24 };
