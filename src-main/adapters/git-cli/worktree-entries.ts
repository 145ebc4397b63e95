import type { GitError } from '@domain/git/errors';
import { ok, type Result } from '@domain/result';
import type { RunGit } from './run-git';

export type WorktreeEntry = {
  readonly path: string;
  readonly isBare: boolean;
  /** Null: detached. */
  readonly branch: string | null;
  readonly head: string | null;
  /** The reason, possibly empty; null: not locked. */
  readonly locked: string | null;
  readonly isPrunable: boolean;
};

const NO_COMMIT = /^0+$/;

/** The project's own checkout comes first. */
export async function listEntries(
  git: RunGit,
  root: string,
): Promise<Result<readonly WorktreeEntry[], GitError>> {
  const said = await git.ask(root, ['worktree', 'list', '--porcelain', '-z']);
  if (!said.ok) return said;
  const blocks = said.value.split('\0\0').filter((block) => block !== '');
  return ok(blocks.map(parseEntry));
}

function parseEntry(block: string): WorktreeEntry {
  const lines = block.split('\0');
  const wordAfter = (word: string) => {
    const line = lines.find((each) => each === word || each.startsWith(`${word} `));
    return line === undefined ? null : line.slice(word.length + 1);
  };
  const head = wordAfter('HEAD');
  return {
    path: wordAfter('worktree') ?? '',
    isBare: wordAfter('bare') !== null,
    branch: wordAfter('branch')?.replace(/^refs\/heads\//, '') ?? null,
    head: head === null || NO_COMMIT.test(head) ? null : head,
    locked: wordAfter('locked'),
    isPrunable: wordAfter('prunable') !== null,
  };
}
