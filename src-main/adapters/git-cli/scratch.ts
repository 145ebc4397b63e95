import { createHash } from 'node:crypto';
import { lstatSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import { type Checkout, findCheckout, foreignFilters } from './checkout';
import { gitFailure } from './git-failure';
import { headOf } from './make-branch';
import type { RunGit } from './run-git';

const ADD_MS = 60_000;
/** A bigger new file is listed, not read: nobody reviews it line by line, and it would be hashed at every look. */
const MOST_NEW_BYTES = 8 * 1024 * 1024;

export type WorkingTree = {
  readonly checkout: Checkout;
  readonly tree: string;
  readonly head: string | null;
  readonly branch: string | null;
  readonly untracked: readonly string[];
  /** New files that are too big to be part of `tree`. */
  readonly leftOut: readonly string[];
  /** What git needs to find the objects of `tree`. */
  readonly env: Readonly<Record<string, string>>;
};

type TreeOptions = { readonly isKept?: boolean; readonly isWhole?: boolean };

export type Scratch = {
  /**
   * The working tree as a git tree. `isKept`: its objects go to the repository; else to a folder of ours. `isWhole`: with new
   * files of any size.
   */
  tree(folder: string, options?: TreeOptions): Promise<Result<WorkingTree, GitError>>;
  close(): Promise<void>;
};

/*
 * Git compares trees well and working trees with untracked files badly. So each checkout gets an index of our own, in a
 * folder of ours, which is brought up to the working tree and written as a tree. The person's index is only copied.
 * The copy is renewed when theirs changed, so that its cached file times stay true; one look at a time per checkout.
 */
export function createScratch(git: RunGit, folder: string): Scratch {
  const queues = new Map<string, Promise<unknown>>();
  const copied = new Map<string, string>();

  const write = async (
    checkout: Checkout,
    options: TreeOptions,
    isSecond = false,
  ): Promise<Result<WorkingTree, GitError>> => {
    const { isKept = false, isWhole = false } = options;
    const own = join(folder, createHash('sha256').update(checkout.gitDir).digest('hex').slice(0, 24));
    const objects = join(own, 'objects');
    // Two of them: the entries of one name objects that only the other's folder may have.
    const index = join(own, isKept ? 'index-kept' : 'index');
    await mkdir(objects, { recursive: true, mode: 0o700 });
    const theirs = join(checkout.gitDir, 'index');
    const signature = signatureOf(theirs);
    if (copied.get(index) !== signature) {
      await rm(index, { force: true });
      if (signature !== '') await copyFile(theirs, index);
      copied.set(index, signature);
    }
    const theirObjects = join(checkout.commonDir, 'objects');
    const apart = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(theirObjects) };
    const env: Record<string, string> = isKept ? {} : apart;
    const withIndex = { ...env, GIT_INDEX_FILE: index };
    const off = ['-c', 'core.splitIndex=false', ...(await foreignFilters(git, checkout.root))];

    const listed = await git.ask(checkout.root, ['ls-files', '-z', '--others', '--exclude-standard']);
    if (!listed.ok) return listed;
    const untracked = listed.value.split('\0').filter((path) => path !== '');
    const leftOut = untracked.filter((path) => !isWhole && isBig(join(checkout.root, path)));
    // A file that git cannot read, or an empty repository inside, is left out by git itself, with exit code 1.
    const specs = ['.', ...leftOut.map((path) => `:(exclude,literal)${path}`)].join('\0');
    const args = [...off, 'add', '--all', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul'];
    const added = await git.try({
      cwd: checkout.root,
      args,
      env: withIndex,
      input: specs,
      timeoutMs: ADD_MS,
    });
    if (!added.ok) return added;
    const written = await git.try({ cwd: checkout.root, args: [...off, 'write-tree'], env: withIndex });
    if (!written.ok) return written;
    if (written.value.code !== 0) {
      // Git may have collected objects that our index still names: begin again from theirs, once.
      copied.delete(index);
      return isSecond ? err(gitFailure(written.value, checkout.root)) : write(checkout, options, true);
    }
    const head = await headOf(git, checkout.root);
    if (!head.ok && head.error.code !== 'no-commit-yet') return head;
    return ok({
      checkout,
      tree: written.value.out.trim(),
      head: head.ok ? head.value.head : null,
      branch: head.ok ? head.value.branch : null,
      untracked,
      leftOut,
      env: apart,
    });
  };

  return {
    async tree(place, options) {
      const found = await findCheckout(git, place);
      if (!found.ok) return found;
      const key = found.value.gitDir;
      const mine = (queues.get(key) ?? Promise.resolve()).then(() => write(found.value, options ?? {}));
      const settled = mine.catch(() => {});
      queues.set(key, settled);
      try {
        return await mine;
      } finally {
        if (queues.get(key) === settled) queues.delete(key);
      }
    },
    async close() {
      await Promise.all(queues.values());
      // Ours alone: copies of an index, and objects that nothing refers to.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function signatureOf(file: string): string {
  const facts = statSync(file, { throwIfNoEntry: false });
  return facts === undefined ? '' : `${facts.mtimeMs}:${facts.size}:${facts.ino}`;
}

function isBig(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  return facts?.isFile() === true && facts.size > MOST_NEW_BYTES;
}

/** The variable is a list with colons, unless an entry is in quotes. */
function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
