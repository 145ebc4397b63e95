import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGitCli } from '../adapters/git-cli/git-cli';
import { nodeTimers } from '../adapters/system/node-timers';
import { createGitActivity, type PastSession } from '../services/changes/git-activity';
import { gitPerson, makeGitRepository } from '../testing/git-repository';
import { sessionBench } from '../testing/session-bench';
import { value } from '../testing/session-facts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 19, 10, minute)).toISOString();

/** Sessions of plain terminals in a real repository; what their transcripts say is made up. */
async function elsewhere() {
  const bench = await sessionBench();
  const time = { minute: 0 };
  const repo = makeGitRepository(bench.project, () => at(time.minute));
  const cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(bench.base, 'scratch') });
  onTestFinished(() => cli.close());
  const sessions: PastSession[] = [];
  const said = new Map<string, string>();
  const past = (n: number, cwd: string, from: number, to: number, branch = 'main') => {
    sessions.push({ id: id(n), cwd, branch, started_at: at(from), ended_at: at(to) });
  };
  const activity = createGitActivity({
    sessions: async () => ok(bench.service()),
    git: async () => cli,
    past: {
      show: async (wanted) => sessions.find((one) => one.id === wanted) ?? null,
      during: async (cwd) => sessions.filter((one) => one.cwd === cwd),
      says: async (one, text) => said.get(one)?.includes(text) ?? false,
    },
  });
  const commitIn = (folder: string, minute: number, name: string) => {
    time.minute = minute;
    writeFileSync(join(folder, name), `${minute}\n`);
    repo.gitIn(folder, 'add', '--', name);
    repo.gitIn(folder, 'commit', '-q', '-m', `add ${name}`);
    return repo.gitIn(folder, 'rev-parse', 'HEAD');
  };
  const of = async (n: number) => {
    const { activity: found } = value(await activity(undefined, id(n)));
    return found.map(({ subject, how }) => `${how} ${subject}`);
  };
  return { bench, repo, past, said, commitIn, of, activity };
}

describe('git activity of sessions begun elsewhere', { timeout: 60_000 }, () => {
  it('X2, X3: worktrees apart, the amended once, and of two at once the one whose transcript names it', async () => {
    const { bench, repo, past, said, commitIn, of } = await elsewhere();
    const side = join(bench.base, 'side');
    repo.git('worktree', 'add', '-q', '-b', 'side', side);
    commitIn(bench.project, 5, 'before.txt');
    past(1, bench.project, 10, 20);
    past(2, side, 10, 20, 'side');
    commitIn(bench.project, 12, 'during.txt');
    commitIn(side, 13, 'side.txt');
    repo.gitIn(side, 'commit', '-q', '--amend', '-m', 'side, said better');
    commitIn(bench.project, 30, 'after.txt');
    expect(await of(1)).toEqual(['seen add during.txt']);
    expect(await of(2)).toEqual(['seen side, said better']);

    past(3, bench.project, 25, 40);
    past(4, bench.project, 28, 45);
    const named = commitIn(bench.project, 35, 'named.txt');
    said.set(id(4), `[main ${named.slice(0, 7)}] add named.txt`);
    expect(await of(4)).toEqual(['seen add named.txt']);
    expect(await of(3)).toEqual([]);
  });

  it('X2: a commit that a session of ours noted is that one’s', async () => {
    const { bench, past, commitIn, of } = await elsewhere();
    past(1, bench.project, 10, 20);
    const sha = commitIn(bench.project, 12, 'ours.txt');
    const own = value(await bench.service().create({ folder: bench.project, title: 'Ours' }));
    value(await bench.service().noteCommits(own.id, [sha]));
    expect(await of(1)).toEqual([]);
  });

  it('X4: a worktree that is gone is found by its branch; no repository has no activity', async () => {
    const { bench, repo, past, commitIn, of, activity } = await elsewhere();
    const side = join(bench.project, 'trees', 'side');
    repo.git('worktree', 'add', '-q', '-b', 'side', side);
    past(1, side, 10, 20, 'side');
    commitIn(side, 12, 'side.txt');
    commitIn(side, 25, 'later.txt');
    rmSync(side, { recursive: true });
    expect(await of(1)).toEqual(['seen add side.txt']);
    past(2, bench.plain, 10, 20);
    expect(await of(2)).toEqual([]);
    expect(await activity(undefined, id(9))).toMatchObject({
      ok: false,
      error: { code: 'session-not-found' },
    });
  });
});
