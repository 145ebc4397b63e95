import { isSafe, type WorktreeEntry, type WorktreeOwner } from '@domain/work/worktree-entry';
import { byteWords } from '../../app/byte-words';
import { countWords } from './changes.logic';

/** All that are safe, but those a person left out. */
export function chosenOf(
  entries: readonly WorktreeEntry[],
  left: ReadonlySet<string>,
): readonly WorktreeEntry[] {
  return entries.filter((entry) => isSafe(entry) && !left.has(entry.path));
}

export function sizeWords(bytes: number | null): string {
  return bytes === null ? 'size not known' : byteWords(bytes);
}

/** "3 worktrees, 2 can go and free 1.2 GB" */
export function sumWords(entries: readonly WorktreeEntry[], chosen: readonly WorktreeEntry[]): string {
  const all = countWords(entries.length, 'worktree');
  if (chosen.length === 0) return all;
  const bytes = chosen.reduce((sum, { size_bytes }) => sum + (size_bytes ?? 0), 0);
  return `${all}; removing ${chosen.length} frees ${sizeWords(bytes)}`;
}

const STATUS = { draft: 'draft', active: 'at work', paused: 'paused', closed: 'closed' } as const;

export function ownerWords({ title, bead_id, session_id, status }: WorktreeOwner): string {
  const name = title ?? `session ${session_id.slice(0, 8)}`;
  return `${bead_id === null ? '' : `${bead_id} · `}${name} · ${STATUS[status]}`;
}
