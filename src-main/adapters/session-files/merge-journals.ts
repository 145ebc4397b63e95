import type { SessionEvent } from '@domain/session/events';
import { encodeCommit, parseTail } from './journal-lines';

/**
 * The commits `other` has and `base` lacks, as lines to append to `base`. Sessions are compared by their revisions:
 * where both have a revision, what stands in `base` counts; a purge in `base` is final.
 */
export function missingLines(base: Buffer, other: Buffer): { text: string; lines: number; sessions: number } {
  const known = revisionsOf(parseTail(base).commits);
  const sessions = new Set<string>();
  let text = '';
  let lines = 0;
  for (const commit of parseTail(other).commits) {
    const missing = commit.filter((event) => event.rev > (known.get(event.session_id) ?? 0));
    if (missing.length === 0) continue;
    text += encodeCommit(missing);
    lines += missing.length;
    for (const event of missing) sessions.add(event.session_id);
  }
  return { text, lines, sessions: sessions.size };
}

function revisionsOf(commits: readonly (readonly SessionEvent[])[]): Map<string, number> {
  const revisions = new Map<string, number>();
  for (const commit of commits) {
    for (const event of commit) {
      const isFinal = event.type === 'purged' || revisions.get(event.session_id) === Number.POSITIVE_INFINITY;
      revisions.set(event.session_id, isFinal ? Number.POSITIVE_INFINITY : event.rev);
    }
  }
  return revisions;
}
