import type { Keeping } from '@domain/history/record';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Earlier than this nobody needs to be told. */
const SOON_DAYS = 10;

export type KeepingWords = { readonly text: string; readonly canRestore: boolean };

/** Null: Claude's file is there and will be for a while. */
export function keepingWords({ has_file, deletes_at, copy }: Keeping, nowMs: number): KeepingWords | null {
  const ours =
    copy === null
      ? 'We have no copy yet.'
      : copy.is_exact
        ? 'We have a copy.'
        : 'We have a copy without its secrets.';
  if (!has_file) {
    if (copy === null) return { text: 'Claude deleted its file, and there is no copy.', canRestore: false };
    return {
      text: copy.is_exact
        ? 'Claude deleted its file; this is our copy. Restore puts it back for claude --resume.'
        : 'Claude deleted its file; this is our copy, without its secrets.',
      canRestore: copy.is_exact,
    };
  }
  if (deletes_at === null) return null;
  const days = Math.ceil((Date.parse(deletes_at) - nowMs) / DAY_MS);
  if (days > SOON_DAYS) return null;
  const when = days <= 0 ? 'at its next start' : days === 1 ? 'within a day' : `in ${days} days`;
  return { text: `Claude deletes this ${when}. ${ours}`, canRestore: false };
}
