import type { SessionId } from '@domain/ids';
import type { WorktreeEntry } from '@domain/work/worktree-entry';
import { describe, expect, it } from 'vitest';
import { chosenOf, ownerWords, sizeWords, sumWords } from './worktrees.logic';

const entry = (path: string, reasons: WorktreeEntry['reasons'] = []): WorktreeEntry => ({
  path,
  is_main: false,
  branch: path,
  head: null,
  locked: null,
  is_missing: false,
  size_bytes: 50 * 1024 * 1024,
  touched_at: null,
  dirt: null,
  unpushed: 0,
  ignored: [],
  stashes: 0,
  reasons,
  owner: null,
});

describe('worktrees', () => {
  it('chooses what is safe and was not left out, never anything else', () => {
    const all = [entry('a'), entry('b'), entry('c', ['locked'])];
    expect(chosenOf(all, new Set(['b'])).map(({ path }) => path)).toEqual(['a']);
    expect(sumWords(all, chosenOf(all, new Set()))).toBe('3 worktrees; removing 2 frees 105 MB');
    expect(sumWords([entry('c', ['locked'])], [])).toBe('1 worktree');
  });

  it.each([
    [null, 'size not known'],
    [4_096, '4.1 kB'],
    [1_500_000, '1.5 MB'],
    [3_000_000_000, '3 GB'],
  ])('%s bytes are %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });

  it('names the owner by bead, title and what it does', () => {
    const owner = {
      session_id: '0123456789ab' as SessionId,
      owner: 'console' as const,
      status: 'paused' as const,
    };
    expect(ownerWords({ ...owner, title: 'Drift', bead_id: 'p-1' })).toBe('p-1 · Drift · paused');
    expect(ownerWords({ ...owner, title: null, bead_id: null })).toBe('session 01234567 · paused');
  });
});
