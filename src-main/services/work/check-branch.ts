import { isBranchName, suggestBranchName } from '@domain/bead/branch-name';
import type { Bead } from '@domain/bead/record';
import type { Repository } from '@domain/git/repository';
import type { BranchCheck } from '@domain/work/start-plan';

type Branches = Pick<Repository, 'branches' | 'root'>;
export type BranchVerdict = Omit<BranchCheck, 'place'>;

/** Can a branch of this name be made, or gone on with? */
export function checkBranch({ branches, root }: Branches, branch: string): BranchVerdict {
  const verdict = (
    of: BranchVerdict['verdict'],
    head: string | null = null,
    other: string | null = null,
  ) => ({
    branch,
    verdict: of,
    head,
    other,
  });
  if (!isBranchName(branch)) return verdict('invalid');
  const existing = branches.find(({ name }) => name === branch);
  if (existing !== undefined)
    return existing.place !== null && existing.place !== root
      ? verdict('in-use', existing.head, existing.place)
      : verdict('exists', existing.head);
  const clash = branches.find(({ name }) => name.startsWith(`${branch}/`) || branch.startsWith(`${name}/`));
  return clash === undefined ? verdict('free') : verdict('clash', null, clash.name);
}

const MOST_TRIES = 200;

/** The bead's own name, with a number when that one is taken. */
export function freeBranch(repository: Branches, bead: Pick<Bead, 'id' | 'issue_type' | 'title'>): string {
  const name = suggestBranchName(bead);
  const isFree = (one: string) => checkBranch(repository, one).verdict === 'free';
  for (let count = 1; count < MOST_TRIES; count += 1) {
    const next = count === 1 ? name : `${name}-${count}`;
    if (isFree(next)) return next;
  }
  // `feat` as a branch keeps every `feat/…` from being made.
  return isFree(name.replace('/', '-')) ? name.replace('/', '-') : name;
}
