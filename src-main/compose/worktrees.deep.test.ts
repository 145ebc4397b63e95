import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LossReason, NEVER_GIVEN_UP } from '@domain/git/errors';
import { ok } from '@domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGitCli } from '../adapters/git-cli/git-cli';
import { nodeTimers } from '../adapters/system/node-timers';
import { createWorktrees } from '../services/changes/worktrees';
import {
  filesOf,
  type GitRepository,
  gitPerson,
  makeGitRepository,
  stateOf,
} from '../testing/git-repository';
import { sessionBench } from '../testing/session-bench';
import { value } from '../testing/session-facts';

async function atWorktrees() {
  const bench = await sessionBench();
  const repo = makeGitRepository(bench.project);
  repo.commit('.gitignore', 'node_modules\n.env\n.beads\n');
  const cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(bench.base, 'scratch') });
  onTestFinished(() => cli.close());
  const busy: string[] = [];
  const service = createWorktrees({
    sessions: async () => ok(bench.service()),
    git: async () => cli,
    busyFolders: async () => busy,
  });
  const add = (name: string) => {
    const place = join(bench.base, name);
    repo.git('worktree', 'add', '-q', '-b', name, place);
    return place;
  };
  const remove = async (...paths: string[]) => value(await service.remove(bench.project, paths));
  /** The project's files without our own journal. */
  const theirs = () =>
    Object.fromEntries(
      Object.entries(filesOf(bench.project)).filter(([path]) => !path.startsWith('.beads/')),
    );
  const whole = (place: string) => ({ ...stateOf(repo, place, repo.gitIn), main: theirs() });
  /** A session with this worktree. */
  const sessionIn = async (place: string) => {
    const { id } = value(await bench.service().create({ folder: bench.project, title: 'Worker' }));
    value(await bench.service().edit(id, { type: 'note-details', details: { worktree: place } }, 'capture'));
    return id;
  };
  return { bench, repo, cli, busy, service, add, remove, whole, sessionIn };
}

type Bench = Awaited<ReturnType<typeof atWorktrees>>;
type Case = readonly [LossReason, string, (place: string, repo: GitRepository, bench: Bench) => unknown];
const put = (place: string, name: string, text = 'work\n') => writeFileSync(join(place, name), text);

const CASES: readonly Case[] = [
  ['changed-files', 'a dirty file', (place) => put(place, 'a.txt')],
  [
    'changed-files',
    'a staged file',
    (place, repo) => {
      put(place, 'staged.txt');
      repo.gitIn(place, 'add', 'staged.txt');
    },
  ],
  ['untracked-files', 'an untracked file', (place) => put(place, 'new.txt')],
  ['nested-repository', 'an untracked repository inside', (place) => makeGitRepository(join(place, 'inner'))],
  [
    'nested-repository',
    'a repository in a folder that is ignored',
    (place, repo) => {
      repo.gitIn(place, 'config', 'core.excludesFile', join(place, '..', 'ignored'));
      put(join(place, '..'), 'ignored', 'tries\n');
      makeGitRepository(join(place, 'tries', 'inner'));
    },
  ],
  ['ignored-files', 'an ignored file that nothing rebuilds', (place) => put(place, '.env', 'KEY=1\n')],
  [
    'unpushed-commits',
    'a commit that is nowhere else',
    (place, repo) => {
      put(place, 'a.txt');
      repo.gitIn(place, 'commit', '-qam', 'work');
    },
  ],
  [
    'detached-commits',
    'a commit on no branch',
    (place, repo) => {
      repo.gitIn(place, 'switch', '-q', '--detach');
      put(place, 'a.txt');
      repo.gitIn(place, 'commit', '-qam', 'work');
    },
  ],
  [
    'stashed-work',
    'a stash',
    (place, repo) => {
      put(place, 'a.txt');
      repo.gitIn(place, 'stash', '-q');
    },
  ],
  ['locked', 'a lock', (place, repo) => repo.git('worktree', 'lock', place)],
  [
    'nested-repository',
    'a worktree inside it',
    (place, repo) => repo.git('worktree', 'add', '-q', '-b', 'inside', join(place, 'node_modules', 'x')),
  ],
  [
    'nested-repository',
    'somebody’s own clone among the packages',
    (place) => makeGitRepository(join(place, 'node_modules', '@ada', 'garden')),
  ],
  [
    'submodules',
    'a submodule',
    (place, repo, { bench }) => {
      const other = makeGitRepository(join(bench.base, 'library'));
      repo.gitIn(place, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'lib');
      repo.gitIn(place, 'commit', '-qam', 'with a library');
      repo.git('merge', '-q', '--ff-only', repo.gitIn(place, 'branch', '--show-current'));
    },
  ],
  [
    'merge-under-way',
    'half a merge',
    (place, repo) => {
      repo.commit('a.txt', 'theirs\n');
      put(place, 'a.txt', 'ours\n');
      repo.gitIn(place, 'commit', '-qam', 'ours');
      expect(() => repo.gitIn(place, 'merge', 'main')).toThrow();
    },
  ],
  [
    'session-live',
    'a session that works in it',
    async (place, _, { bench, sessionIn }) => {
      const id = await sessionIn(place);
      value(await bench.service().start({ id, prompt: 'go' }));
    },
  ],
  [
    'session-paused',
    'a session that comes back to it',
    async (place, _, { bench, sessionIn }) => {
      const id = await sessionIn(place);
      value(await bench.service().start({ id, prompt: 'go' }));
      value(await bench.service().pause(id));
    },
  ],
  ['session-paused', 'a draft that was meant for it', (place, _, { sessionIn }) => sessionIn(place)],
  [
    'session-live',
    'a Claude of some terminal below it',
    (place, _, { busy }) => void busy.push(join(place, 'packages')),
  ],
];

describe('worktrees are never removed with something in them', { timeout: 120_000 }, () => {
  it.each(CASES)('%s: %s', async (reason, _, make) => {
    const bench = await atWorktrees();
    const place = bench.add('side');
    await make(place, bench.repo, bench);
    const before = bench.whole(place);
    const [outcome] = await bench.remove(place);
    expect(outcome).toMatchObject({
      path: place,
      is_removed: false,
      error: { code: 'would-lose', reasons: expect.arrayContaining([reason]) },
    });
    // Not even by choice of everything else.
    const others = ['changed-files', 'untracked-files', 'ignored-files', 'unpushed-commits'] as const;
    const accepted = others.filter((each) => each !== reason);
    expect(value(await bench.service.giveUp(bench.bench.project, place, accepted)).is_removed).toBe(false);
    expect(bench.whole(place)).toEqual(before);
  });

  it('removes what is clean and merged, in bulk, and leaves branches, links and their targets', async () => {
    const { bench, repo, add, remove, service } = await atWorktrees();
    const [one, two, dirty] = [add('one'), add('two'), add('dirty')];
    const shared = join(bench.base, 'shared-modules');
    mkdirSync(join(shared, 'left-pad'), { recursive: true });
    put(join(shared, 'left-pad'), 'index.js', 'module.exports = 1\n');
    symlinkSync(shared, join(one, 'node_modules'));
    mkdirSync(join(two, 'node_modules'));
    symlinkSync(shared, join(two, 'node_modules', 'linked'));
    put(dirty, 'a.txt');
    const targets = filesOf(shared);
    const listed = value(await service.list(bench.project, true));
    expect(listed[0]).toMatchObject({ path: bench.project, is_main: true });
    expect(listed[0]?.reasons).toContain('main-checkout');
    expect(listed.slice(1).map(({ path, reasons }) => [path, reasons])).toEqual([
      [dirty, ['changed-files']],
      [one, []],
      [two, []],
    ]);
    expect(listed.slice(1).every(({ size_bytes }) => size_bytes !== null && size_bytes < 200_000)).toBe(true);

    const outcomes = await remove(one, dirty, two, one, bench.project, join(bench.base, 'nowhere'));
    expect(outcomes.map(({ path, is_removed }) => [path, is_removed])).toEqual([
      [one, true],
      [dirty, false],
      [two, true],
      [bench.project, false],
      [join(bench.base, 'nowhere'), false],
    ]);
    expect([one, two].some((place) => existsSync(place))).toBe(false);
    expect(filesOf(shared)).toEqual(targets);
    expect(readFileSync(join(dirty, 'a.txt'), 'utf8')).toBe('work\n');
    expect(repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n')).toEqual([
      'dirty',
      'main',
      'one',
      'two',
    ]);
  });

  it('keeps what a person gives up by name, and never gives up what must not be', async () => {
    const { bench, repo, add, service, cli, whole } = await atWorktrees();
    const place = add('side');
    put(place, 'a.txt', 'precious\n');
    put(place, 'new.txt', 'new\n');
    const accepted: LossReason[] = ['changed-files', 'untracked-files'];
    const gone = value(await service.giveUp(bench.project, place, accepted));
    expect(gone).toMatchObject({
      is_removed: true,
      kept: expect.stringMatching(/^refs\/beads-console\/kept\//),
    });
    expect(repo.git('show', `${gone.kept}:a.txt`)).toBe('precious');
    expect(repo.git('show', `${gone.kept}:new.txt`)).toBe('new');
    expect(existsSync(place)).toBe(false);

    const unborn = add('unborn');
    repo.gitIn(unborn, 'switch', '-q', '--orphan', 'fresh');
    put(unborn, 'first.txt', 'first\n');
    const without = value(await service.giveUp(bench.project, unborn, ['changed-files', 'untracked-files']));
    expect(without).toMatchObject({ is_removed: true, kept: expect.stringMatching(/kept/) });
    expect(repo.git('show', `${without.kept}:first.txt`)).toBe('first');

    const other = add('other');
    repo.git('worktree', 'lock', other);
    const before = whole(other);
    for (const never of NEVER_GIVEN_UP)
      expect(await service.giveUp(bench.project, other, [never])).toMatchObject({
        ok: false,
        error: { code: 'would-lose', reasons: [never] },
      });
    expect(await cli.removeWorktree(bench.project, other, NEVER_GIVEN_UP)).toMatchObject({ ok: false });
    expect(whole(other)).toEqual(before);
  });

  it('looks again right before each removal: a list that is old removes nothing', async () => {
    const { bench, add, service, remove } = await atWorktrees();
    const place = add('side');
    expect(value(await service.list(bench.project, false)).at(-1)?.reasons).toEqual([]);
    put(place, 'late.txt');
    expect(await remove(place)).toMatchObject([{ is_removed: false }]);
    expect(lstatSync(join(place, 'late.txt')).isFile()).toBe(true);
  });

  it('names one whose folder is gone, and its owner', async () => {
    const { bench, add, service, sessionIn } = await atWorktrees();
    const place = add('side');
    const id = await sessionIn(place);
    rmSync(place, { recursive: true });
    const entry = value(await service.list(bench.project, true)).at(-1);
    expect(entry).toMatchObject({
      path: place,
      is_missing: true,
      owner: { session_id: id, title: 'Worker', status: 'draft' },
    });
    expect(entry?.reasons).toEqual(['session-paused', 'folder-missing']);
    expect(execFileSync('git', ['-C', bench.project, 'branch', '--list', 'side']).toString()).toContain(
      'side',
    );
  });
});
