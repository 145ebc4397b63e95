import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitError, LossReason } from '@domain/git/errors';
import type { Worktree } from '@domain/git/worktree';
import { ok, type Result } from '@domain/result';
import { findCheckout, operationIn, readStatus } from './checkout';
import { folderSize } from './folder-size';
import { ignoredPaths } from './ignored-paths';
import { baseBranch } from './look';
import { isInside } from './make-worktree';
import type { RunGit } from './run-git';
import { listEntries, type WorktreeEntry } from './worktree-entries';

const MEASURE_MS = 3_000;
const MOST_IGNORED = 20;

export async function listWorktrees(
  git: RunGit,
  folder: string,
  measure: boolean,
): Promise<Result<readonly Worktree[], GitError>> {
  const entries = await listEntries(git, folder);
  if (!entries.ok) return entries;
  const [base, stashes] = await Promise.all([baseBranch(git, folder), stashedBranches(git, folder)]);
  const shown = entries.value.filter((entry) => !entry.isBare);
  const worktrees: Worktree[] = [];
  // One after the other: each asks git several things already.
  for (const entry of shown) {
    const context = { isMain: entry === entries.value[0], base, stashes, others: shown, measure };
    worktrees.push(await describe(git, entry, context));
  }
  return ok(worktrees);
}

type Context = {
  readonly isMain: boolean;
  readonly base: string | null;
  readonly stashes: readonly string[];
  readonly others: readonly WorktreeEntry[];
  readonly measure: boolean;
};

async function describe(git: RunGit, entry: WorktreeEntry, context: Context): Promise<Worktree> {
  const isMissing = statSync(entry.path, { throwIfNoEntry: false })?.isDirectory() !== true;
  const stashes = context.stashes.filter((branch) => branch === entry.branch).length;
  const known = {
    path: entry.path,
    is_main: context.isMain,
    branch: entry.branch,
    head: entry.head,
    locked: entry.locked,
    is_missing: isMissing,
    stashes,
  };
  const reasons: LossReason[] = [];
  if (context.isMain) reasons.push('main-checkout');
  if (entry.locked !== null) reasons.push('locked');
  if (context.others.some((other) => isInside(other.path, entry.path))) reasons.push('nested-repository');
  if (stashes > 0) reasons.push('stashed-work');
  const unpushed = await countUnpushed(
    git,
    context.isMain ? entry.path : (context.others[0]?.path ?? entry.path),
    entry,
    context.base,
  );
  if (unpushed === null) reasons.push('unreadable');
  else if (unpushed > 0) reasons.push(entry.branch === null ? 'detached-commits' : 'unpushed-commits');
  const nothing = { size_bytes: null, touched_at: null, dirt: null, ignored: [], unpushed: unpushed ?? 0 };
  if (isMissing) return { ...known, ...nothing, reasons: [...reasons, 'folder-missing'] };

  const [checkout, status, ignored, modules] = await Promise.all([
    findCheckout(git, entry.path),
    readStatus(git, entry.path),
    ignoredPaths(git, entry.path),
    hasSubmodules(git, entry.path),
  ]);
  if (!checkout.ok || !status.ok || !ignored.ok || modules === null || checkout.value.root !== entry.path)
    return { ...known, ...nothing, reasons: [...reasons, 'unreadable'] };
  const { dirt } = status.value;
  if (operationIn(checkout.value.gitDir) !== null) reasons.push('merge-under-way');
  if (dirt.staged + dirt.changed + dirt.conflicted > 0) reasons.push('changed-files');
  if (dirt.untracked > 0 || dirt.is_cut) reasons.push('untracked-files');
  if (ignored.value.lasting.length > 0) reasons.push('ignored-files');
  // Git lists a new repository as one folder, and would keep nothing of it but the name of its last commit.
  const isInner = ignored.value.hasRepository || status.value.untracked.some((path) => path.endsWith('/'));
  if (isInner && !reasons.includes('nested-repository')) reasons.push('nested-repository');
  if (modules) reasons.push('submodules');
  return {
    ...known,
    dirt,
    unpushed: unpushed ?? 0,
    ignored: ignored.value.lasting.slice(0, MOST_IGNORED),
    size_bytes: context.measure ? await folderSize(entry.path, performance.now() + MEASURE_MS) : null,
    touched_at: latestTouch(checkout.value.gitDir),
    reasons,
  };
}

/** Commits that would be nowhere but here: neither in the base branch nor on a remote; of a detached one, on no branch. */
async function countUnpushed(
  git: RunGit,
  root: string,
  entry: WorktreeEntry,
  base: string | null,
): Promise<number | null> {
  if (entry.head === null) return 0;
  const elsewhere =
    entry.branch === null
      ? ['--branches', '--tags', '--remotes']
      : [
          '--remotes',
          ...(base === null || base === entry.branch || base.includes('/') ? [] : [`refs/heads/${base}`]),
        ];
  const said = await git.ask(root, ['rev-list', '--count', entry.head, '--not', ...elsewhere]);
  return said.ok ? Number(said.value.trim()) : null;
}

/** The branch each stash was made on. */
async function stashedBranches(git: RunGit, folder: string): Promise<readonly string[]> {
  const said = await git.ask(folder, ['log', '-g', '-z', '--format=%gs', 'refs/stash', '--']);
  if (!said.ok) return [];
  return said.value.split('\0').flatMap((line) => /^(?:WIP on|On) (.+?): /.exec(line)?.[1] ?? []);
}

async function hasSubmodules(git: RunGit, root: string): Promise<boolean | null> {
  const said = await git.try({ cwd: root, args: ['ls-files', '-z', '--stage'] });
  if (!said.ok || said.value.code !== 0) return null;
  return said.value.out.split('\0').some((line) => line.startsWith('160000 '));
}

function latestTouch(gitDir: string): string | null {
  const times = ['HEAD', 'index', 'logs/HEAD'].flatMap(
    (file) => statSync(join(gitDir, file), { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
