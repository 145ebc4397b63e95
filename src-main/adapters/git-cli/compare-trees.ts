import type { ChangedFile, ChangeKind, Changes, FileDiff } from '@domain/git/changes';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import type { Since, Snapshot } from '../../ports/git';
import { resolveTree } from './refs';
import type { RunGit } from './run-git';
import type { Scratch, WorkingTree } from './scratch';

const MOST_FILES = 2_000;
const MOST_DIFF_BYTES = 512 * 1024;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const EMPTY_TREE_SHA256 = '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
const DIFF = ['diff-tree', '-r', '--no-ext-diff', '--no-textconv', '--no-color', '-M', '-l1000'];

export async function changesSince(
  git: RunGit,
  scratch: Scratch,
  folder: string,
  since: Since,
): Promise<Result<Changes, GitError>> {
  const now = await scratch.tree(folder);
  if (!now.ok) return now;
  const from = await treeOf(git, now.value, since);
  if (!from.ok) return from;
  const compared = await compareTrees(git, now.value, from.value, now.value.tree);
  if (!compared.ok) return compared;
  const fresh = new Set(now.value.untracked);
  const files = compared.value.files.map(
    (file): ChangedFile =>
      file.kind === 'added' && fresh.has(file.path) ? { ...file, kind: 'untracked' } : file,
  );
  const big = now.value.leftOut.map(
    (path): ChangedFile => ({ path, kind: 'untracked', additions: null, deletions: null }),
  );
  return ok({ ...compared.value, files: [...files, ...big] });
}

export async function changesBetween(
  git: RunGit,
  scratch: Scratch,
  request: { readonly folder: string; readonly from: Snapshot; readonly to: Snapshot | null },
): Promise<Result<Changes, GitError>> {
  if (request.to === null) return changesSince(git, scratch, request.folder, request.from.tree);
  const [from, to] = await Promise.all([
    resolveTree(git, request.folder, request.from.tree),
    resolveTree(git, request.folder, request.to.tree),
  ]);
  if (!from.ok) return from;
  if (!to.ok) return to;
  return compareTrees(git, { checkout: { root: request.folder }, env: {} }, from.value, to.value);
}

export async function fileDiffSince(
  git: RunGit,
  scratch: Scratch,
  request: {
    readonly folder: string;
    readonly since: Since;
    readonly path: string;
    readonly oldPath?: string | undefined;
  },
): Promise<Result<FileDiff, GitError>> {
  const { path, oldPath } = request;
  for (const each of [path, oldPath ?? path])
    if (!isInTree(each)) return err({ code: 'path-outside', path: each });
  const now = await scratch.tree(request.folder);
  if (!now.ok) return now;
  const from = await treeOf(git, now.value, request.since);
  if (!from.ok) return from;
  if (now.value.leftOut.includes(path)) return ok({ path, text: '', is_binary: false, is_cut: true });
  const answer = await git.try({
    cwd: now.value.checkout.root,
    args: [
      '--literal-pathspecs',
      ...DIFF,
      '-p',
      from.value,
      now.value.tree,
      '--',
      path,
      ...(oldPath === undefined ? [] : [oldPath]),
    ],
    env: now.value.env,
    maxBytes: MOST_DIFF_BYTES,
  });
  if (!answer.ok) return answer;
  if (answer.value.code !== 0) return err({ code: 'git-failed', said: answer.value.said.trim() });
  return ok(readDiff(path, answer.value.out, answer.value.isCut));
}

/** Without the lines that name the files: the window does, and names are not for reading back. */
export function readDiff(path: string, out: string, isCut: boolean): FileDiff {
  const begin = out.startsWith('@@') ? 0 : out.indexOf('\n@@') + 1;
  const hasHunks = begin > 0 || out.startsWith('@@');
  const whole = hasHunks ? out.slice(begin) : '';
  const text = isCut ? whole.slice(0, whole.lastIndexOf('\n') + 1) : whole;
  return { path, text, is_binary: !hasHunks && /^Binary files .* differ$/m.test(out), is_cut: isCut };
}

type Where = { readonly checkout: { readonly root: string }; readonly env: WorkingTree['env'] };

async function compareTrees(
  git: RunGit,
  where: Where,
  from: string,
  to: string,
): Promise<Result<Changes, GitError>> {
  const args = [...DIFF, '-z', '--raw', '--numstat', from, to];
  const said = await git.ask(where.checkout.root, args, { env: where.env });
  if (!said.ok) return said;
  const files = parseRawAndNumbers(said.value);
  return ok({
    files: files.slice(0, MOST_FILES),
    additions: files.reduce((sum, file) => sum + (file.additions ?? 0), 0),
    deletions: files.reduce((sum, file) => sum + (file.deletions ?? 0), 0),
    is_cut: files.length > MOST_FILES,
  });
}

const KINDS: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  R: 'renamed',
  T: 'type-changed',
  U: 'conflicted',
};

/** First every file with its letter, then every file with its numbers; renamed ones with two names. */
export function parseRawAndNumbers(out: string): ChangedFile[] {
  const words = out.split('\0');
  const files = new Map<string, Pick<ChangedFile, 'kind' | 'old_path' | 'what'>>();
  const numbers = new Map<string, Pick<ChangedFile, 'additions' | 'deletions'>>();
  let at = 0;
  const next = () => words[at++] ?? '';
  while (at < words.length) {
    const word = next();
    if (word.startsWith(':')) {
      const letter = word.slice(word.lastIndexOf(' ') + 1)[0] ?? '';
      const kind = KINDS[letter] ?? 'changed';
      const first = next();
      const what = whatOf(word);
      if (letter === 'R' || letter === 'C')
        files.set(next(), { kind, ...what, ...(letter === 'R' ? { old_path: first } : {}) });
      else files.set(first, { kind, ...what });
      continue;
    }
    const [added, deleted, name] = word.split('\t');
    if (added === undefined || deleted === undefined || name === undefined) continue;
    // A renamed file's names follow as words of their own.
    if (name === '') next();
    const path = name === '' ? next() : word.slice(added.length + deleted.length + 2);
    numbers.set(path, { additions: countOf(added), deletions: countOf(deleted) });
  }
  return [...files].map(([path, file]) => ({
    path,
    ...file,
    ...(numbers.get(path) ?? { additions: null, deletions: null }),
  }));
}

/** `:<mode before> <mode after> ...`: a repository inside, or a link. */
function whatOf(word: string): Pick<ChangedFile, 'what'> {
  const modes = word.slice(1, 14);
  if (modes.includes('160000')) return { what: 'submodule' };
  return modes.includes('120000') ? { what: 'link' } : {};
}

function countOf(word: string): number | null {
  return word === '-' ? null : Number(word);
}

function treeOf(git: RunGit, now: WorkingTree, since: Since): Promise<Result<string, GitError>> {
  const from = since ?? now.head;
  if (from !== null) return resolveTree(git, now.checkout.root, from, now.env);
  return Promise.resolve(ok(now.tree.length === 64 ? EMPTY_TREE_SHA256 : EMPTY_TREE));
}

function isInTree(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.includes('\0') && !path.split('/').includes('..');
}
