import { isBranchName } from '@domain/bead/branch-name';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import type { BranchMade, BranchRequest, Undone } from '../../ports/git';
import { type Checkout, findCheckout, operationIn } from './checkout';
import { deleteBranchAt, listBranches, resolveCommit } from './refs';
import type { RunGit } from './run-git';

const SWITCH_MS = 120_000;

/** What a branch needs before it can be made or reused; nothing is changed yet. */
export type BranchPlan = {
  readonly checkout: Checkout;
  readonly isNew: boolean;
  /** Where it begins, or where it is. */
  readonly start: string;
  readonly before: { readonly branch: string | null; readonly head: string };
  /** The checkout that has it, when it exists. */
  readonly place: string | null;
};

export async function planBranch(git: RunGit, request: BranchRequest): Promise<Result<BranchPlan, GitError>> {
  const { folder, branch, base, reuse } = request;
  if (!isBranchName(branch)) return err({ code: 'branch-name-invalid', branch });
  const found = await findCheckout(git, folder);
  if (!found.ok) return found;
  const { root } = found.value;
  const before = await headOf(git, root);
  if (!before.ok) return before;
  const branches = await listBranches(git, root);
  if (!branches.ok) return branches;
  const existing = branches.value.find((each) => each.name === branch);
  const plan = { checkout: found.value, before: before.value };
  if (existing !== undefined) {
    if (!reuse) return err({ code: 'branch-exists', branch, head: existing.head });
    return ok({ ...plan, isNew: false, start: existing.head, place: existing.place });
  }
  if (reuse) return err({ code: 'branch-missing', branch });
  const clash = branches.value.find(
    (each) => each.name.startsWith(`${branch}/`) || branch.startsWith(`${each.name}/`),
  );
  if (clash !== undefined) return err({ code: 'branch-name-clash', branch, other: clash.name });
  if (base === null) return ok({ ...plan, isNew: true, start: before.value.head, place: null });
  const start = await resolveCommit(git, root, base);
  if (!start.ok) return start;
  if (start.value === null) return err({ code: 'base-missing', base });
  return ok({ ...plan, isNew: true, start: start.value, place: null });
}

export async function headOf(git: RunGit, root: string): Promise<Result<BranchMade['before'], GitError>> {
  const head = await git.try({ cwd: root, args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'] });
  if (!head.ok) return head;
  if (head.value.code !== 0) return err({ code: 'no-commit-yet', folder: root });
  const name = await git.try({ cwd: root, args: ['symbolic-ref', '--quiet', 'HEAD'] });
  if (!name.ok) return name;
  const branch = name.value.code === 0 ? name.value.out.trim().replace(/^refs\/heads\//, '') : null;
  return ok({ branch, head: head.value.out.trim() });
}

export async function makeBranch(git: RunGit, request: BranchRequest): Promise<Result<BranchMade, GitError>> {
  const planned = await planBranch(git, request);
  if (!planned.ok) return planned;
  const { checkout, isNew, start, before, place } = planned.value;
  const operation = operationIn(checkout.gitDir);
  if (operation !== null) return err({ code: 'operation-under-way', operation });
  const made: BranchMade = { root: checkout.root, branch: request.branch, head: start, isNew, before };
  if (before.branch === request.branch) return ok(made);
  if (place !== null) return err({ code: 'branch-in-use', branch: request.branch, place });
  const args = isNew
    ? ['switch', '--no-guess', '--no-track', '-c', request.branch, start]
    : ['switch', '--no-guess', request.branch];
  const switched = await git.ask(checkout.root, args, { timeoutMs: SWITCH_MS, power: 'change' });
  return switched.ok ? ok(made) : switched;
}

export async function undoBranch(git: RunGit, made: BranchMade): Promise<Result<Undone, GitError>> {
  const now = await headOf(git, made.root);
  if (!now.ok) return now;
  const branches = await listBranches(git, made.root);
  if (!branches.ok) return branches;
  const ours = branches.value.find((each) => each.name === made.branch);
  if (ours === undefined) return ok({ undone: false, kept: 'branch', why: 'gone' });
  if (ours.head !== made.head) return ok({ undone: false, kept: 'branch', why: 'has-commits' });
  const isOn = now.value.branch === made.branch;
  if (ours.place !== null && !isOn)
    return ok({ undone: false, kept: 'branch', why: 'checked-out-elsewhere' });
  if (isOn && made.before.branch !== made.branch) {
    const back = await switchBack(git, made);
    if (back !== null) return back;
  }
  if (!made.isNew)
    return ok(isOn ? { undone: true } : { undone: false, kept: 'checkout', why: 'left-already' });
  const deleted = await deleteBranchAt(git, made.root, made.branch, made.head);
  return deleted.ok ? ok({ undone: true }) : ok({ undone: false, kept: 'branch', why: 'has-commits' });
}

/** Null: it is where it was. */
async function switchBack(git: RunGit, made: BranchMade): Promise<Result<Undone, GitError> | null> {
  const { branch, head } = made.before;
  const args = branch === null ? ['switch', '--detach', head] : ['switch', '--no-guess', branch];
  const switched = await git.ask(made.root, args, { timeoutMs: SWITCH_MS, power: 'change' });
  if (switched.ok) return null;
  if (switched.error.code === 'changes-in-the-way')
    return ok({ undone: false, kept: 'checkout', why: 'changes-in-the-way' });
  return switched;
}
