import type { BackfillResult } from './record';

/** Somebody stopped it: some of what was found is neither read nor known. */
export const isCutShort = ({ discovered, ingested, skipped }: BackfillResult): boolean =>
  ingested + skipped < discovered;
