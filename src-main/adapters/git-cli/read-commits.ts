import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitError } from '@domain/git/errors';
import type { HeadMove } from '@domain/git/made-commits';
import type { Commit } from '@domain/git/repository';
import { err, ok, type Result } from '@domain/result';
import { findCheckout } from './checkout';
import { resolveCommit } from './refs';
import type { RunGit } from './run-git';

const MOST_COMMITS = 1_000;
const MOST_LOG_BYTES = 256 * 1024;
const SHA = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

export async function commitsBetween(
  git: RunGit,
  folder: string,
  range: { readonly from: string | null; readonly to: string; readonly limit?: number },
): Promise<Result<readonly Commit[], GitError>> {
  const ends: string[] = [];
  for (const name of range.from === null ? [range.to] : [range.to, range.from]) {
    const id = await resolveCommit(git, folder, name);
    if (!id.ok) return id;
    if (id.value === null) return err({ code: 'commit-unknown', commit: name });
    ends.push(id.value);
  }
  const args = ['log', ...FORMAT, `--max-count=${range.limit ?? MOST_COMMITS}`];
  const [to = '', from] = ends;
  const said = await git.ask(folder, [...args, to, ...(from === undefined ? [] : [`^${from}`]), '--']);
  return said.ok ? ok(parseCommits(said.value)) : said;
}

export async function commitsNamed(
  git: RunGit,
  folder: string,
  commits: readonly string[],
): Promise<Result<readonly Commit[], GitError>> {
  const there = await present(git, folder, commits);
  if (!there.ok || there.value.length === 0) return there.ok ? ok([]) : there;
  const args = ['log', '--no-walk=unsorted', '--stdin', ...FORMAT];
  const said = await git.ask(folder, args, { input: `${there.value.join('\n')}\n` });
  return said.ok ? ok(parseCommits(said.value)) : said;
}

export async function filesOfCommit(
  git: RunGit,
  folder: string,
  commit: string,
): Promise<Result<readonly string[], GitError>> {
  const id = await resolveCommit(git, folder, commit);
  if (!id.ok) return id;
  if (id.value === null) return err({ code: 'commit-unknown', commit });
  const args = ['log', '-1', '-z', '--format=', '--name-only', '--first-parent', '-m', '--no-renames'];
  const said = await git.ask(folder, [...args, '--no-ext-diff', id.value, '--']);
  return said.ok ? ok(said.value.split('\0').filter((path) => path !== '')) : said;
}

const FORMAT = ['-z', '--no-color', '--format=%H%x00%P%x00%aI%x00%cI%x00%an%x00%s'];

function parseCommits(out: string): readonly Commit[] {
  const words = out.split('\0');
  const commits: Commit[] = [];
  for (let at = 0; at + 5 < words.length; at += 6) {
    const [sha = '', parents = '', authored_at = '', committed_at = '', author = '', subject = ''] =
      words.slice(at, at + 6);
    const names = parents === '' ? [] : parents.split(' ');
    commits.push({ sha, parents: names, author, authored_at, committed_at, subject });
  }
  return commits;
}

/** Those of them that the repository has. */
async function present(
  git: RunGit,
  folder: string,
  commits: readonly string[],
): Promise<Result<readonly string[], GitError>> {
  const asked = commits.filter((commit) => SHA.test(commit));
  if (asked.length === 0) return ok([]);
  const known = await git.ask(folder, ['cat-file', '--batch-check'], { input: `${asked.join('\n')}\n` });
  if (!known.ok) return known;
  return ok(known.value.split('\n').flatMap((line) => /^([0-9a-f]+) commit /.exec(line)?.[1] ?? []));
}

export async function reachable(
  git: RunGit,
  folder: string,
  commits: readonly string[],
): Promise<Result<readonly string[], GitError>> {
  const there = await present(git, folder, commits);
  if (!there.ok || there.value.length === 0) return there;
  // What only a stash, a note or our own keeping holds is no longer part of anybody's history.
  const args = [
    'rev-list',
    '--stdin',
    '--exclude=refs/stash',
    '--exclude=refs/notes/*',
    '--exclude=refs/beads-console/*',
  ];
  const lost = await git.ask(folder, [...args, '--not', '--all'], { input: `${there.value.join('\n')}\n` });
  if (!lost.ok) return lost;
  const gone = new Set(lost.value.split('\n'));
  return ok(there.value.filter((commit) => !gone.has(commit)));
}

export async function patchIds(
  git: RunGit,
  folder: string,
  commits: readonly string[],
): Promise<Result<ReadonlyMap<string, string>, GitError>> {
  const asked = commits.filter((commit) => SHA.test(commit));
  if (asked.length === 0) return ok(new Map());
  const diff = ['diff-tree', '--stdin', '--root', '-p', '--no-ext-diff', '--no-textconv', '--no-color'];
  const patches = await git.ask(folder, diff, { input: `${asked.join('\n')}\n` });
  if (!patches.ok) return patches;
  const ids = await git.ask(folder, ['patch-id', '--stable'], { input: patches.value });
  if (!ids.ok) return ids;
  const lines = ids.value.split('\n').flatMap((line) => {
    const [patch, commit] = line.split(' ');
    return patch === undefined || commit === undefined ? [] : [[commit, patch] as const];
  });
  return ok(new Map(lines));
}

/** Git's own file: `git reflog` would not say where HEAD was before. */
export async function headLog(
  git: RunGit,
  folder: string,
  limit: number,
): Promise<Result<readonly HeadMove[], GitError>> {
  const found = await findCheckout(git, folder);
  if (!found.ok) return found;
  const text = await readTail(join(found.value.gitDir, 'logs', 'HEAD'));
  const lines = text.split('\n').slice(0, -1);
  return ok(
    lines
      .flatMap((line) => parseMove(line) ?? [])
      .reverse()
      .slice(0, limit),
  );
}

export function parseMove(line: string): HeadMove | null {
  const match = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}(?:\t(.*))?$/.exec(line);
  if (match === null) return null;
  const [, from = '', to = '', seconds = '0', words = ''] = match;
  const reason = /^[^:]*/.exec(words)?.[0] ?? '';
  return { from, to, at: new Date(Number(seconds) * 1000).toISOString(), reason };
}

async function readTail(path: string): Promise<string> {
  let file: Awaited<ReturnType<typeof open>> | null = null;
  try {
    file = await open(path, 'r');
    const { size } = await file.stat();
    const start = Math.max(0, size - MOST_LOG_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    // Reflogs may be switched off.
    return '';
  } finally {
    await file?.close();
  }
}
