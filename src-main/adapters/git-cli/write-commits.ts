import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { GitError } from '@domain/git/errors';
import { err, ok, type Result } from '@domain/result';
import type { CommitRequest } from '../../ports/git';
import { findCheckout, operationIn, readStatus } from './checkout';
import { gitFailure, lastWords } from './git-failure';
import { isInside } from './make-worktree';
import { resolveCommit } from './refs';
import type { RunGit } from './run-git';

/** The person's hooks may run their tests. */
const COMMIT_MS = 600_000;
const TRAILER_KEY = /^[A-Za-z][A-Za-z0-9-]*$/;
const BY_STDIN = ['--pathspec-from-file=-', '--pathspec-file-nul'];

export async function commit(
  git: RunGit,
  request: CommitRequest,
): Promise<Result<{ commit: string }, GitError>> {
  const found = await findCheckout(git, request.folder);
  if (!found.ok) return found;
  const { root, gitDir } = found.value;
  const operation = operationIn(gitDir);
  if (operation !== null) return err({ code: 'operation-under-way', operation });
  const status = await readStatus(git, root);
  if (!status.ok) return status;
  const wanted = request.paths === undefined ? null : new Set(request.paths);
  const isWanted = (path: string) => wanted === null || wanted.has(path);
  const paths = status.value.paths.filter(isWanted);
  const fresh = status.value.untracked.filter(isWanted);
  if (paths.length === 0) return err({ code: 'nothing-to-commit', folder: root });

  const theirs = { cwd: root, power: 'theirs', timeoutMs: COMMIT_MS } as const;
  const literal = ['--literal-pathspecs'];
  // Git commits named paths past the index, so that what is staged besides stays so; only new files must be known first.
  if (fresh.length > 0) {
    const args = [...literal, 'add', '--intent-to-add', ...BY_STDIN];
    const known = await git.try({ ...theirs, args, input: fresh.join('\0') });
    if (!known.ok) return known;
    if (known.value.code !== 0) return err(gitFailure(known.value, root));
  }
  const message = withTrailers(request);
  const args = ['commit', '--quiet', '--cleanup=whitespace', `--message=${message}`];
  const answer = await git.try({
    ...theirs,
    args: [...literal, ...args, '--only', ...BY_STDIN],
    input: paths.join('\0'),
  });
  if (answer.ok && answer.value.code === 0) {
    const head = await resolveHead(git, root);
    return head.ok ? ok({ commit: head.value }) : head;
  }
  if (fresh.length > 0)
    await git.try({
      cwd: root,
      args: [...literal, 'reset', '--quiet', ...BY_STDIN],
      input: fresh.join('\0'),
    });
  return answer.ok ? err(refusal(answer.value, root)) : answer;
}

/** By ourselves: git takes closing lines that begin with `#` for comments and would put them above. */
function withTrailers({ message, trailers = [] }: CommitRequest): string {
  const lines = trailers
    .filter(({ key }) => TRAILER_KEY.test(key))
    .map(({ key, value }) => `${key}: ${value.replace(/\s+/g, ' ')}`);
  if (lines.length === 0) return message;
  const body = message.trimEnd();
  const last = body.slice(body.lastIndexOf('\n\n') + 2).split('\n');
  const isBlock = body.includes('\n\n') && last.every((line) => /^[A-Za-z][A-Za-z0-9-]*: /.test(line));
  return `${body}${isBlock ? '\n' : '\n\n'}${lines.join('\n')}`;
}

/** Git passes on what a hook printed and says nothing of its own. */
function refusal(answer: { said: string; out: string }, root: string): GitError {
  const failure = gitFailure(answer, root);
  const isGits = failure.code !== 'git-failed' || /^(fatal|error): /m.test(failure.said);
  return isGits
    ? failure
    : { code: 'hook-refused', hook: 'commit', said: lastWords(`${answer.out}\n${answer.said}`) };
}

export async function stash(
  git: RunGit,
  request: { readonly folder: string; readonly message: string; readonly except?: readonly string[] },
): Promise<Result<{ stash: string }, GitError>> {
  const found = await findCheckout(git, request.folder);
  if (!found.ok) return found;
  const { root, gitDir } = found.value;
  const operation = operationIn(gitDir);
  if (operation !== null) return err({ code: 'operation-under-way', operation });
  const status = await readStatus(git, root);
  if (!status.ok) return status;
  if (status.value.head === null) return err({ code: 'no-commit-yet', folder: root });
  const within = relative(root, await realpath(request.folder));
  const spared = (request.except ?? []).map((path) => join(within, path));
  const isSpared = (path: string) => spared.some((each) => path === each || isInside(path, each));
  if (status.value.paths.every(isSpared)) return err({ code: 'nothing-to-stash', folder: root });
  const specs = spared.length === 0 ? [] : ['--', '.', ...spared.map((path) => `:(exclude,literal)${path}`)];
  const args = ['stash', 'push', '--quiet', '--include-untracked', '--message', request.message, ...specs];
  const pushed = await git.ask(root, args, { power: 'theirs', timeoutMs: COMMIT_MS });
  if (!pushed.ok) return pushed;
  const id = await git.ask(root, ['rev-parse', '--verify', 'refs/stash']);
  return id.ok ? ok({ stash: id.value.trim() }) : id;
}

export async function addNote(
  git: RunGit,
  folder: string,
  note: { readonly commit: string; readonly name: string; readonly text: string },
): Promise<Result<null, GitError>> {
  const id = await resolveCommit(git, folder, note.commit);
  if (!id.ok) return id;
  if (id.value === null) return err({ code: 'commit-unknown', commit: note.commit });
  const notes = ['notes', `--ref=refs/notes/${note.name}`];
  const before = await git.try({ cwd: folder, args: [...notes, 'show', id.value] });
  if (!before.ok) return before;
  if (before.value.code === 0 && before.value.out.includes(note.text.trim())) return ok(null);
  const args = [...notes, 'append', '--message', note.text, id.value];
  const added = await git.ask(folder, args, { power: 'change' });
  return added.ok ? ok(null) : added;
}

async function resolveHead(git: RunGit, root: string): Promise<Result<string, GitError>> {
  const said = await git.ask(root, ['rev-parse', '--verify', 'HEAD']);
  return said.ok ? ok(said.value.trim()) : said;
}
