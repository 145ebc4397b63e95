import type { Family } from './program';

/** Each family's own file is loaded only when one of its commands was typed. */
export const families: readonly Family[] = [];
