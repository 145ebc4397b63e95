import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  filesOf,
  type GitRepository,
  gitPerson,
  makeGitRepository,
  stateOf,
} from '../../testing/git-repository';
import { tempDir } from '../../testing/temp-dir';
import { nodeTimers } from '../system/node-timers';
import { createGitCli } from './git-cli';

describe('git', () => {
  let temp: string;
  let repo: GitRepository;
  let cli: ReturnType<typeof createGitCli>;
  const state = (folder = repo.root) => stateOf(repo, folder, repo.gitIn);
  const must = <T, E>(result: { ok: true; value: T } | { ok: false; error: E }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };

  beforeEach(() => {
    temp = tempDir('git');
    repo = makeGitRepository(join(temp, 'project'));
    cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(temp, 'scratch') });
  });
  afterEach(async () => {
    await cli.close();
  });

  it('G2: says what a checkout is and changes nothing', async () => {
    repo.write('new file.txt', 'x');
    repo.write('a.txt', 'one\n2\nthree\n');
    repo.git('branch', 'feat/x');
    const before = state();
    const seen = must(await cli.look(repo.root));
    expect(seen).toMatchObject({
      root: repo.root,
      main_root: repo.root,
      is_linked_worktree: false,
      branch: 'main',
      base: 'main',
      has_remote: false,
      operation: null,
      dirt: { staged: 0, changed: 1, untracked: 1, conflicted: 0, paths: ['a.txt', 'new file.txt'] },
    });
    expect(seen.branches.map((branch) => branch.name)).toEqual(['feat/x', 'main']);
    expect(state()).toEqual(before);
  });

  it('names what is no repository, has no commit, is detached', async () => {
    expect(await cli.look(temp)).toMatchObject({ ok: false, error: { code: 'not-a-repository' } });
    expect(await cli.look(join(temp, 'none'))).toMatchObject({
      ok: false,
      error: { code: 'folder-missing' },
    });
    repo.git('switch', '-q', '--detach');
    expect(must(await cli.look(repo.root)).branch).toBeNull();
    repo.git('switch', '-q', '--orphan', 'fresh');
    expect(must(await cli.look(repo.root))).toMatchObject({ branch: 'fresh', head: null });
    expect(await cli.makeBranch({ folder: repo.root, branch: 'b', base: null, reuse: false })).toMatchObject({
      ok: false,
      error: { code: 'no-commit-yet' },
    });
  });

  it('G5: looking runs nothing that the repository names', async () => {
    const trap = join(temp, 'trap.sh');
    const proof = join(temp, 'ran');
    writeFileSync(trap, `#!/bin/sh\ntouch '${proof}'\ncat\n`);
    chmodSync(trap, 0o755);
    repo.commit('.gitattributes', '* filter=evil diff=evil\n');
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'core.fsmonitor',
      'diff.external',
      'diff.evil.textconv',
    ])
      repo.git('config', key, trap);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
      symlinkSync(trap, join(repo.root, '.git', 'hooks', hook));
    repo.write('a.txt', 'changed\n');
    repo.write('b.txt', 'new\n');
    must(await cli.look(repo.root));
    must(await cli.changes(repo.root, null));
    must(await cli.fileDiff(repo.root, null, 'a.txt'));
    must(await cli.snapshot(repo.root));
    must(await cli.worktrees(repo.root));
    expect(existsSync(proof)).toBe(false);
  });

  it('G4: makes a branch in place with uncommitted changes, and takes it back to the letter', async () => {
    repo.write('a.txt', 'mine\n');
    repo.write('new.txt', 'mine too\n');
    const before = state();
    const made = must(
      await cli.makeBranch({ folder: repo.root, branch: 'task/x-1', base: 'main', reuse: false }),
    );
    expect(repo.git('branch', '--show-current')).toBe('task/x-1');
    expect(filesOf(repo.root)).toEqual(before.files);
    expect(must(await cli.undoBranch(made))).toEqual({ undone: true });
    expect(state()).toEqual(before);
  });

  it('G4: a branch with commits stays', async () => {
    const made = must(await cli.makeBranch({ folder: repo.root, branch: 'work', base: null, reuse: false }));
    const head = repo.commit('b.txt', 'b');
    expect(must(await cli.undoBranch(made))).toEqual({ undone: false, kept: 'branch', why: 'has-commits' });
    expect(repo.git('rev-parse', 'work')).toBe(head);
  });

  it('G3: a refusal changes nothing and names the thing', async () => {
    repo.git('branch', 'taken');
    repo.git('switch', '-qc', 'other');
    repo.commit('a.txt', 'other\n');
    repo.git('switch', '-q', 'main');
    repo.write('a.txt', 'mine\n');
    const before = state();
    const refused = async (branch: string, base: string | null, reuse = false) => {
      const answer = await cli.makeBranch({ folder: repo.root, branch, base, reuse });
      return answer.ok ? null : answer.error;
    };
    expect(await refused('taken', null)).toMatchObject({ code: 'branch-exists', branch: 'taken' });
    expect(await refused('taken/x', null)).toEqual({
      code: 'branch-name-clash',
      branch: 'taken/x',
      other: 'taken',
    });
    expect(await refused('none', null, true)).toEqual({ code: 'branch-missing', branch: 'none' });
    expect(await refused('fine', 'no-such')).toEqual({ code: 'base-missing', base: 'no-such' });
    expect(await refused('fine', 'other')).toEqual({ code: 'changes-in-the-way', paths: ['a.txt'] });
    expect(await refused('other', null, true)).toEqual({ code: 'changes-in-the-way', paths: ['a.txt'] });
    for (const hostile of [
      '-x',
      '--upload-pack=touch x',
      'a..b',
      '$(touch x)\n',
      'x;touch y z',
      'HEAD',
      '@{-1}',
    ])
      expect(await refused(hostile, null)).toEqual({ code: 'branch-name-invalid', branch: hostile });
    for (const hostile of ['--all', 'HEAD@{1}', ':/begin', 'main:a.txt'])
      expect(await refused('fine', hostile)).toEqual({ code: 'base-missing', base: hostile });
    writeFileSync(join(repo.root, '.git', 'index.lock'), '');
    expect(await refused('fine', null)).toMatchObject({ code: 'repository-locked' });
    expect(state()).toEqual(before);
  });

  it('G4: makes a worktree and takes it back, the folders on the way too', async () => {
    const before = state();
    const place = join(temp, 'trees', 'project', 'x');
    const made = must(
      await cli.makeWorktree({ folder: repo.root, branch: 'task/x', base: 'main', reuse: false, place }),
    );
    expect(repo.gitIn(place, 'branch', '--show-current')).toBe('task/x');
    expect(must(await cli.look(place))).toMatchObject({ is_linked_worktree: true, main_root: repo.root });
    expect(must(await cli.undoWorktree(made))).toEqual({ undone: true });
    expect(existsSync(join(temp, 'trees'))).toBe(false);
    expect(state()).toEqual(before);
  });

  it('G3: a worktree that cannot be made leaves no branch and no folder', async () => {
    const before = state();
    const make = async (place: string, branch = 'b') => {
      const answer = await cli.makeWorktree({ folder: repo.root, branch, base: null, reuse: false, place });
      return answer.ok ? null : answer.error;
    };
    mkdirSync(join(temp, 'taken'));
    expect(await make(join(temp, 'taken'))).toMatchObject({ code: 'place-taken' });
    expect(await make(join(repo.root, 'inside'))).toMatchObject({ code: 'place-inside' });
    expect(await make(join(repo.root, '.git', 'x'))).toMatchObject({ code: 'place-inside' });
    expect(await make('relative')).toMatchObject({ code: 'place-not-writable' });
    writeFileSync(join(temp, 'file'), '');
    expect(await make(join(temp, 'file', 'x'))).toMatchObject({ code: 'place-not-writable' });
    // Git makes the branch before it finds that it cannot check it out.
    repo.git('config', 'filter.broken.smudge', 'false');
    repo.git('config', 'filter.broken.required', 'true');
    writeFileSync(join(repo.root, '.git', 'info', 'attributes'), '*.txt filter=broken\n');
    expect(await make(join(temp, 'deep', 'er'))).not.toBeNull();
    expect(existsSync(join(temp, 'deep'))).toBe(false);
    expect(state()).toEqual(before);
  });

  it('lists what changed since a commit, since a snapshot, and outside meanwhile', async () => {
    const start = repo.git('rev-parse', 'HEAD');
    repo.commit('b.txt', '1\n2\n3\n4\n5\n');
    repo.write('new.txt', 'n\n');
    repo.write('ignored.log', 'x');
    repo.write('.gitignore', '*.log\n');
    const objects = () => filesOf(join(repo.root, '.git', 'objects'));
    const before = { ...state(), objects: objects() };
    expect(must(await cli.changes(repo.root, start))).toEqual({
      files: [
        { path: '.gitignore', kind: 'untracked', additions: 1, deletions: 0 },
        { path: 'b.txt', kind: 'added', additions: 5, deletions: 0 },
        { path: 'new.txt', kind: 'untracked', additions: 1, deletions: 0 },
      ],
      additions: 7,
      deletions: 0,
      is_cut: false,
    });
    expect({ ...state(), objects: objects() }).toEqual(before);

    const then = must(await cli.snapshot(repo.root));
    expect(state()).toEqual({ ...before, objects: undefined });
    repo.git('mv', 'b.txt', 'c.txt');
    repo.write('new.txt', 'n\nmore\n');
    repo.git('rm', '-q', 'a.txt');
    const since = must(await cli.changes(repo.root, then.tree));
    expect(since.files).toEqual([
      { path: 'a.txt', kind: 'deleted', additions: 0, deletions: 3 },
      { path: 'c.txt', kind: 'renamed', old_path: 'b.txt', additions: 0, deletions: 0 },
      { path: 'new.txt', kind: 'changed', additions: 1, deletions: 0 },
    ]);
    const now = must(await cli.snapshot(repo.root));
    expect(must(await cli.changesBetween(repo.root, then, now)).files).toEqual(since.files);
    expect(must(await cli.fileDiff(repo.root, then.tree, 'new.txt')).text).toBe('@@ -1 +1,2 @@\n n\n+more\n');
    expect(await cli.fileDiff(repo.root, null, '../x')).toMatchObject({
      ok: false,
      error: { code: 'path-outside' },
    });
    expect(await cli.changes(repo.root, 'f'.repeat(40))).toMatchObject({
      ok: false,
      error: { code: 'commit-unknown' },
    });
  });

  it('bounds a diff, knows a binary file, leaves a very big new one unread', async () => {
    repo.write('long.txt', 'line\n'.repeat(200_000));
    repo.write('pic.bin', '\0\x01\x02');
    repo.write('huge.dat', 'x'.repeat(9 * 1024 * 1024));
    repo.write(':(top)odd', 'odd\n');
    const { files } = must(await cli.changes(repo.root, null));
    expect(files.find((file) => file.path === 'huge.dat')).toMatchObject({ additions: null });
    const long = must(await cli.fileDiff(repo.root, null, 'long.txt'));
    expect(long.is_cut).toBe(true);
    expect(long.text.length).toBeLessThanOrEqual(512 * 1024);
    expect(must(await cli.fileDiff(repo.root, null, 'pic.bin'))).toMatchObject({ is_binary: true, text: '' });
    expect(must(await cli.fileDiff(repo.root, null, ':(top)odd')).text).toContain('+odd');
  });

  it('commits named paths, keeps what is staged besides, and a hook that refuses leaves the index alone', async () => {
    repo.write('staged.txt', 's\n');
    repo.git('add', 'staged.txt');
    repo.write('new.txt', 'n\n');
    repo.write('a.txt', 'mine\n');
    const hook = join(repo.root, '.git', 'hooks', 'pre-commit');
    writeFileSync(hook, '#!/bin/sh\necho "no tests, no commit"\nexit 1\n');
    chmodSync(hook, 0o755);
    const before = state();
    const request = { folder: repo.root, message: 'mine: -x\n\n# kept', paths: ['new.txt', 'a.txt'] };
    expect(await cli.commit(request)).toEqual({
      ok: false,
      error: { code: 'hook-refused', hook: 'commit', said: 'no tests, no commit' },
    });
    expect(state()).toEqual(before);
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    must(await cli.commit({ ...request, trailers: [{ key: 'Bead', value: 'x-1\nEvil: y' }] }));
    expect(repo.git('log', '-1', '--format=%B')).toBe('mine: -x\n\n# kept\n\nBead: x-1 Evil: y');
    expect(repo.git('show', '--name-only', '--format=', 'HEAD').split('\n')).toEqual(['a.txt', 'new.txt']);
    expect(repo.git('diff', '--cached', '--name-only')).toBe('staged.txt');
    expect(readFileSync(join(repo.root, 'a.txt'), 'utf8')).toBe('mine\n');
    expect(await cli.commit(request)).toMatchObject({ ok: false, error: { code: 'nothing-to-commit' } });
    must(await cli.stash({ folder: repo.root, message: 'later' }));
    expect(repo.git('stash', 'list')).toContain('On main: later');
  });

  it('tells what an amend and a rebase made of a commit', async () => {
    const start = repo.git('rev-parse', 'HEAD');
    const first = repo.commit('b.txt', 'b\n', 'b');
    repo.git('commit', '-q', '--amend', '-m', 'b, said better');
    const second = repo.git('rev-parse', 'HEAD');
    const ids = must(await cli.patchIds(repo.root, [first, second]));
    expect(ids.get(first)).toBe(ids.get(second));
    expect(must(await cli.reachable(repo.root, [first, second, 'f'.repeat(40)]))).toEqual([second]);
    const log = must(await cli.headLog(repo.root));
    expect(log.slice(0, 2)).toMatchObject([
      { from: first, to: second, reason: 'commit (amend)' },
      { from: start, to: first, reason: 'commit' },
    ]);
    const commits = must(await cli.commitsBetween(repo.root, { from: start, to: 'main' }));
    expect(commits.map((commit) => commit.subject)).toEqual(['b, said better']);
  });

  it('says when HEAD moved', async () => {
    let heard: () => void = () => {};
    const moved = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const watch = must(await cli.watch(repo.root, heard));
    repo.commit('b.txt', 'b');
    await moved;
    watch.stop();
  });

  it('adds a note once and leaves the commit as it is', async () => {
    const head = repo.git('rev-parse', 'HEAD');
    const note = { commit: head, name: 'beads-console', text: 'Bead: x-1\nSession: 1' };
    must(await cli.addNote(repo.root, note));
    must(await cli.addNote(repo.root, note));
    expect(repo.git('notes', '--ref=beads-console', 'show', head)).toBe(note.text);
    expect(repo.git('rev-parse', 'HEAD')).toBe(head);
  });
});
