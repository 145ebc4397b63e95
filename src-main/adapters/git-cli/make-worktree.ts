import { lstatSync, statSync } from 'node:fs';
import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import type { Undone, WorktreeMade, WorktreeRequest } from '../../ports/git';
import { readStatus } from './checkout';
import { ignoredPaths } from './ignored-paths';
import { type BranchPlan, headOf, planBranch } from './make-branch';
import { deleteBranchAt, listBranches } from './refs';
import type { RunGit } from './run-git';
import { listEntries } from './worktree-entries';

const CHECKOUT_MS = 300_000;

export async function makeWorktree(
  git: RunGit,
  request: WorktreeRequest,
): Promise<Result<WorktreeMade, GitError>> {
  const planned = await planBranch(git, request);
  if (!planned.ok) return planned;
  const { checkout, isNew, start, before, place: heldAt } = planned.value;
  if (heldAt !== null) return err({ code: 'branch-in-use', branch: request.branch, place: heldAt });
  const chosen = await choosePlace(git, planned.value, request.place);
  if (!chosen.ok) return chosen;
  const { place, madeParent } = chosen.value;
  const made: WorktreeMade = {
    root: checkout.root,
    branch: request.branch,
    head: start,
    isNew,
    before,
    place,
    madeParent,
  };
  const args = isNew
    ? ['worktree', 'add', '--no-track', '-b', request.branch, '--', place, start]
    : ['worktree', 'add', '--no-guess-remote', '--', place, request.branch];
  const added = await git.ask(checkout.root, args, { timeoutMs: CHECKOUT_MS, power: 'change' });
  if (added.ok) return ok(made);
  // Git takes back the folder it began, not the branch it had made for it.
  if (isNew) await deleteBranchAt(git, checkout.root, request.branch, start);
  await removeEmptyParents(made);
  return added;
}

/** Absolute, free, and nowhere that git would take for a part of another checkout. Its parents are made. */
async function choosePlace(
  git: RunGit,
  plan: BranchPlan,
  wanted: string,
): Promise<Result<Pick<WorktreeMade, 'place' | 'madeParent'>, GitError>> {
  if (!isAbsolute(wanted)) return err({ code: 'place-not-writable', place: wanted });
  const standing = nearestStanding(wanted);
  if (standing === wanted) return err({ code: 'place-taken', place: wanted });
  if (statSync(standing, { throwIfNoEntry: false })?.isDirectory() !== true)
    return err({ code: 'place-not-writable', place: wanted });
  const place = join(await realpath(standing), relative(standing, wanted));
  const entries = await listEntries(git, plan.checkout.root);
  if (!entries.ok) return entries;
  if (isInside(place, plan.checkout.commonDir))
    return err({ code: 'place-inside', place, inside: plan.checkout.commonDir });
  for (const [at, entry] of entries.value.entries()) {
    if (entry.isBare || !isInside(place, entry.path)) continue;
    const isIgnored = at === 0 && (await git.ask(entry.path, ['check-ignore', '--quiet', '--', place])).ok;
    if (!isIgnored) return err({ code: 'place-inside', place, inside: entry.path });
  }
  try {
    const madeParent = await mkdir(dirname(place), { recursive: true });
    return ok({ place, madeParent: madeParent ?? null });
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    return err(isFull ? { code: 'disk-full' } : { code: 'place-not-writable', place });
  }
}

export async function undoWorktree(git: RunGit, made: WorktreeMade): Promise<Result<Undone, GitError>> {
  const kept = (why: 'has-commits' | 'has-changes' | 'locked' | 'left-already'): Result<Undone, GitError> =>
    ok({ undone: false, kept: 'worktree', why });
  const entries = await listEntries(git, made.root);
  if (!entries.ok) return entries;
  const entry = entries.value.find((each) => each.path === made.place);
  if (entry !== undefined && statSync(made.place, { throwIfNoEntry: false }) !== undefined) {
    if (entry.locked !== null) return kept('locked');
    const now = await headOf(git, made.place);
    if (!now.ok) return now;
    if (now.value.branch !== made.branch) return kept('left-already');
    if (now.value.head !== made.head) return kept('has-commits');
    const [status, ignored] = await Promise.all([readStatus(git, made.place), ignoredPaths(git, made.place)]);
    if (!status.ok) return status;
    if (!ignored.ok) return ignored;
    if (status.value.paths.length > 0 || ignored.value.lasting.length > 0 || ignored.value.hasRepository)
      return kept('has-changes');
    const removed = await git.ask(made.root, ['worktree', 'remove', '--', made.place], { power: 'change' });
    if (!removed.ok) return kept('has-changes');
  }
  await removeEmptyParents(made);
  if (!made.isNew) return ok({ undone: true });
  const branches = await listBranches(git, made.root);
  if (!branches.ok) return branches;
  const ours = branches.value.find((each) => each.name === made.branch);
  if (ours === undefined) return ok({ undone: true });
  if (ours.place !== null) return ok({ undone: false, kept: 'branch', why: 'checked-out-elsewhere' });
  const deleted = await deleteBranchAt(git, made.root, made.branch, made.head);
  return ok(deleted.ok ? { undone: true } : { undone: false, kept: 'branch', why: 'has-commits' });
}

/** Only folders that we made, from the inside out, and only while they are empty. */
async function removeEmptyParents({ place, madeParent }: WorktreeMade): Promise<void> {
  if (madeParent === null) return;
  for (
    let folder = dirname(place);
    isInside(folder, madeParent) || folder === madeParent;
    folder = dirname(folder)
  ) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}

/** The path itself, or the innermost folder on the way to it that is there; a link counts, wherever it leads. */
function nearestStanding(path: string): string {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  } catch {
    // A file stands where a folder should.
  }
  return dirname(path) === path ? path : nearestStanding(dirname(path));
}

export function isInside(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
