import type { GitError } from '@domain/git/errors';
import type { GitAnswer } from './run-git';

const MOST_WORDS = 2_000;
const MOST_PATHS = 50;

/** Git has an exit code for "no" and words for the reason. They are asked for in English (`harmless.ts`). */
export function gitFailure(answer: Pick<GitAnswer, 'said' | 'out'>, folder: string): GitError {
  const said = answer.said;
  const named = (pattern: RegExp) => said.match(pattern)?.[1];

  if (/not a git repository|must be run in a work tree/.test(said))
    return { code: 'not-a-repository', folder };
  if (said.includes('dubious ownership')) return { code: 'folder-not-owned', folder };
  if (/would be overwritten by (checkout|merge|switch)|would be removed by/.test(said))
    return { code: 'changes-in-the-way', paths: indented(said) };
  const inUse = /'(.+)' is already (?:checked out|used by worktree) at '(.+)'/.exec(said);
  if (inUse?.[1] !== undefined && inUse[2] !== undefined)
    return { code: 'branch-in-use', branch: inUse[1], place: inUse[2] };
  const clash = /'refs\/heads\/(.+?)' exists; cannot create 'refs\/heads\/(.+?)'/.exec(said);
  if (clash?.[1] !== undefined && clash[2] !== undefined)
    return { code: 'branch-name-clash', branch: clash[2], other: clash[1] };
  const lock = named(/Unable to create '(.+\.lock)': File exists/);
  if (lock !== undefined) return { code: 'repository-locked', file: lock };
  if (/No space left on device|Disk quota exceeded/.test(said)) return { code: 'disk-full' };
  if (/tell me who you are|unable to auto-detect email|empty ident name/i.test(said))
    return { code: 'no-identity' };
  if (/initial commit yet|does not have any commits yet/.test(said)) return { code: 'no-commit-yet', folder };
  const commit = named(
    /(?:bad object|Not a valid (?:tree|commit|object) name|unknown revision|not a tree object|unable to read tree) '?\(?([0-9a-f]{7,64})/i,
  );
  if (commit !== undefined) return { code: 'commit-unknown', commit };
  const option = /unknown option|unknown switch|is not a git command/.test(said);
  if (option) return { code: 'git-too-old', found: '', needed: '2.36' };
  return { code: 'git-failed', said: lastWords(said === '' ? answer.out : said) };
}

export function lastWords(said: string): string {
  return said.trim().slice(-MOST_WORDS);
}

/** Git lists the files it talks about one to a line, behind a tab. */
function indented(said: string): string[] {
  return said
    .split('\n')
    .filter((line) => line.startsWith('\t'))
    .map((line) => line.slice(1))
    .slice(0, MOST_PATHS);
}
