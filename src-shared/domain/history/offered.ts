const LARGE_SESSIONS = 200;
const LARGE_BYTES = 100_000_000;

export type FoundHistory = { readonly discovered: number; readonly skipped: number; readonly bytes: number };

/** Reading a large history for the first time is offered; a small one is read soon after the start, and nobody is asked. */
export function isOffered({ discovered, skipped, bytes }: FoundHistory): boolean {
  return discovered - skipped > LARGE_SESSIONS || bytes > LARGE_BYTES;
}
