import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionId } from '@domain/ids';
import { ok } from '@domain/result';
import type { ToolCall } from '@domain/session/message';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGitCli } from '../adapters/git-cli/git-cli';
import { nodeTimers } from '../adapters/system/node-timers';
import { createFollowWork, type FollowWork } from '../services/changes/follow-work';
import { createSessionChanges } from '../services/changes/session-changes';
import type { FakeProcess } from '../testing/fake-claude-driver';
import { gitPerson, makeGitRepository } from '../testing/git-repository';
import { sessionBench, silentLog } from '../testing/session-bench';
import { value } from '../testing/session-facts';

/** A project in git; Claude and time are scripted, commits are dated by the same clock. */
async function atWork(options: { writesNotes?: boolean } = {}) {
  const held: { follow: FollowWork | null } = { follow: null };
  const bench = await sessionBench({}, undefined, undefined, {
    lookFirst: async (session) => (await held.follow?.lookFirst(session)) ?? {},
    forget: (id) => held.follow?.forget(id),
    drain: async () => held.follow?.drain(),
  });
  const { project, clock } = bench;
  const repo = makeGitRepository(project, clock.now);
  const at = repo.gitIn;
  const cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(bench.base, 'scratch') });
  onTestFinished(() => cli.close());
  const sessions = async () => ok(bench.service());
  const follow = createFollowWork({
    sessions,
    git: async () => cli,
    clock,
    timers: bench.timers,
    log: silentLog,
    writesNotes: () => options.writesNotes ?? false,
  });
  held.follow = follow;
  onTestFinished(() => follow.close());
  const changes = createSessionChanges({ sessions, git: async () => cli, follow });
  const service = bench.service();

  const begin = async (title: string, worktree?: string) => {
    const { id } = value(await service.create({ folder: project, title }));
    if (worktree !== undefined)
      value(await service.edit(id, { type: 'note-details', details: { worktree } }, 'capture'));
    value(await service.start({ id, prompt: title }));
    const claude = bench.driver.last();
    claude.emit({ type: 'prompt-sent', id: `p-${title}`, text: title });
    claude.emit({ type: 'status', status: 'busy' });
    await follow.drain();
    return { id, claude };
  };
  const endTurn = async (claude: FakeProcess) => {
    claude.emit({ type: 'turn-ended', interrupted: false });
    await follow.drain();
  };
  const bash = (claude: FakeProcess, command: string, run: () => void) => {
    const call: ToolCall = { id: command, tool: 'Bash', input: { command }, success: true };
    claude.emit({ type: 'tool-started', id: command, tool: 'Bash', input: call.input });
    run();
    claude.emit({ type: 'tool-finished', call });
  };
  const write = (claude: FakeProcess, folder: string, path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    const call: ToolCall = {
      id: `w-${path}`,
      tool: 'Write',
      input: { file_path: join(folder, path) },
      success: true,
    };
    const message = {
      id: `m-${path}`,
      role: 'assistant' as const,
      content: [],
      timestamp: clock.now(),
      tool_calls: [call],
    };
    claude.emit({ type: 'recorded', messages: [message] });
  };
  /** Adds all and commits, a second later than whatever came before. */
  const commit = (folder: string, message: string, ...more: string[]) => {
    clock.turn(1_000);
    at(folder, 'add', '.');
    at(folder, 'commit', '-q', '-m', message, ...more);
    return at(folder, 'rev-parse', 'HEAD');
  };
  const session = (id: SessionId) => {
    const found = service.book.find(id)?.session;
    if (found === undefined) throw new Error('gone');
    return found;
  };
  return {
    bench,
    repo,
    at,
    project,
    clock,
    follow,
    changes,
    service,
    begin,
    endTurn,
    bash,
    write,
    commit,
    session,
  };
}

describe('while Claude works', { timeout: 60_000 }, () => {
  it('F2: notes files that tools wrote and those that only git saw, from the folder on', async () => {
    const work = await atWork();
    const { id, claude } = await work.begin('one');
    work.write(claude, work.project, 'tool.txt', 'x\n');
    mkdirSync(join(work.project, 'deep'));
    writeFileSync(join(work.project, 'deep', 'shell.txt'), 'x\n');
    await work.endTurn(claude);
    expect([...work.session(id).files_touched].sort()).toEqual(['deep/shell.txt', 'tool.txt']);
  });

  it('F1: remembers the checkout before Claude begins, uncommitted work included', async () => {
    const work = await atWork();
    work.repo.write('a.txt', 'mine before\n');
    const { id, claude } = await work.begin('one');
    work.write(claude, work.project, 'b.txt', 'b\n');
    const ask = { id, from: 0, limit: 100 };
    const since = value(await work.changes.list({ ...ask, since: 'start' }));
    expect(since.files.map(({ path, kind }) => [path, kind])).toEqual([['b.txt', 'untracked']]);
    expect(since.base).toMatchObject({ is_exact: true });
    const open = value(await work.changes.list({ ...ask, since: 'commit' }));
    expect(open.files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);

    await work.endTurn(claude);
    claude.emit({ type: 'prompt-sent', id: 'p2', text: 'more' });
    await work.follow.drain();
    work.write(claude, work.project, 'c.txt', 'c\n');
    const last = value(await work.changes.list({ ...ask, since: 'message' }));
    expect(last.files.map(({ path }) => path)).toEqual(['c.txt']);
    const diff = value(await work.changes.file({ ...ask, since: 'start', path: 'b.txt' }));
    expect(diff).toEqual({
      path: 'b.txt',
      kind: 'text',
      rows: [
        { type: 'hunk', text: '', old: null, new: 1 },
        { type: 'add', text: 'b', old: null, new: 1 },
      ],
      from: 0,
      total: 2,
      is_cut: false,
    });
  });

  it('A1: two sessions in one project, one in a worktree: each commit to the right one', async () => {
    const work = await atWork();
    const place = join(work.bench.base, 'wt');
    work.repo.git('worktree', 'add', '-q', '-b', 'side', place);
    const one = await work.begin('one');
    const two = await work.begin('two', place);
    work.write(two.claude, place, 'two.txt', '2\n');
    work.write(one.claude, work.project, 'one.txt', '1\n');
    const first = work.commit(work.project, 'by one');
    const second = work.commit(place, 'by two');
    const third = work.commit(place, 'by two again', '--allow-empty');
    await work.endTurn(two.claude);
    await work.endTurn(one.claude);
    expect(work.session(one.id).commits).toEqual([first]);
    expect(work.session(two.id).commits).toEqual([second, third]);
    expect(work.session(two.id).files_touched).toEqual(['two.txt']);
  });

  it('A1: two sessions in one checkout: the one whose shell committed, else whose files they are, else nobody', async () => {
    const work = await atWork();
    const one = await work.begin('one');
    const two = await work.begin('two');
    work.clock.turn(60_000);
    work.write(one.claude, work.project, 'one.txt', '1\n');
    work.write(two.claude, work.project, 'two.txt', '2\n');
    let sha = '';
    work.bash(two.claude, 'git add . && git commit -m x', () => {
      sha = work.commit(work.project, 'by the shell of two');
    });
    work.clock.turn(60_000);
    work.write(one.claude, work.project, 'one.txt', '1 again\n');
    const files = work.commit(work.project, 'of the files of one');
    work.repo.write('nobody.txt', 'x\n');
    work.clock.turn(60_000);
    work.commit(work.project, 'by a person');
    await work.endTurn(one.claude);
    await work.endTurn(two.claude);
    expect(work.session(two.id).commits).toEqual([sha]);
    expect(work.session(one.id).commits).toEqual([files]);
  });

  it('A3: an amend, a rebase and a commit thrown away leave no second entry', async () => {
    const work = await atWork();
    work.clock.turn(5_000);
    const one = await work.begin('one');
    const { project } = work;
    work.write(one.claude, project, 'x.txt', 'x\n');
    work.commit(project, 'x');
    await work.endTurn(one.claude);
    const amended = work.commit(project, 'x, said better', '--amend');
    await work.endTurn(one.claude);
    expect(work.session(one.id).commits).toEqual([amended]);

    work.write(one.claude, project, 'y.txt', 'y\n');
    work.commit(project, 'y');
    await work.endTurn(one.claude);
    // Somebody else's commit below ours, in another worktree.
    const place = join(work.bench.base, 'other');
    work.at(project, 'worktree', 'add', '-q', '-b', 'other', place, 'HEAD~2');
    writeFileSync(join(place, 'z.txt'), 'z\n');
    const theirs = work.commit(place, 'theirs');
    work.clock.turn(10_000);
    work.at(project, 'rebase', '-q', 'other');
    await work.endTurn(one.claude);
    const now = work.at(project, 'log', '--format=%H', 'other..HEAD').split('\n').toReversed();
    expect(now).toHaveLength(2);
    expect(work.session(one.id).commits).toEqual(now);
    expect(now).not.toContain(theirs);

    work.write(one.claude, project, 'bad.txt', 'bad\n');
    work.commit(project, 'a mistake');
    work.at(project, 'reset', '-q', '--hard', 'HEAD~1');
    await work.endTurn(one.claude);
    expect(work.session(one.id).commits).toEqual(now);

    work.at(project, 'merge', '-q', '--ff-only', 'other');
    await work.endTurn(one.claude);
    expect(work.session(one.id).commits).toEqual(now);
  });

  it('F3: what is committed while it is paused is not its own, what is committed after it resumed is', async () => {
    const work = await atWork();
    const { id } = await work.begin('one');
    value(await work.service.pause(id));
    await work.follow.drain();
    work.repo.write('m.txt', 'm\n');
    work.clock.turn(5_000);
    work.commit(work.project, 'meanwhile');
    work.clock.turn(5_000);
    value(await work.service.resume({ id }));
    const claude = work.bench.driver.last();
    work.write(claude, work.project, 'n.txt', 'n\n');
    const own = work.commit(work.project, 'own');
    value(await work.service.pause(id));
    await work.follow.drain();
    expect(work.session(id).commits).toEqual([own]);
    const since = value(await work.changes.list({ id, since: 'start', from: 0, limit: 10 }));
    expect(since.files.map(({ path }) => path)).toEqual(['m.txt', 'n.txt']);
    expect(since.commits.map(({ subject }) => subject)).toEqual(['own']);
  });

  it('F3: what was committed in the last moment before a quick resume is its own', async () => {
    const work = await atWork();
    const { id, claude } = await work.begin('one');
    work.write(claude, work.project, 'n.txt', 'n\n');
    const last = work.commit(work.project, 'last');
    value(await work.service.pause(id));
    value(await work.service.resume({ id }));
    await work.follow.drain();
    expect(work.session(id).commits).toEqual([last]);
  });

  it('notes a commit when HEAD moves, before the turn has ended, and writes a note when that is wanted', async () => {
    const work = await atWork({ writesNotes: true });
    const one = await work.begin('one');
    work.write(one.claude, work.project, 'x.txt', 'x\n');
    const noted = new Promise<void>((resolve) => {
      work.service.book.onChange(() => {
        if (work.session(one.id).commits.length > 0) resolve();
      });
    });
    const sha = work.commit(work.project, 'x');
    await noted;
    expect(work.session(one.id).commits).toEqual([sha]);
    await work.follow.drain();
    expect(work.repo.git('notes', '--ref=beads-console', 'show', sha)).toBe(`Session: ${one.id}`);
    expect(work.repo.git('rev-parse', 'HEAD')).toBe(sha);
  });

  it('F4: a folder without git starts and works all the same', async () => {
    const work = await atWork();
    const { id } = value(await work.service.create({ folder: work.bench.plain, title: 'plain' }));
    value(await work.service.start({ id, prompt: 'go' }));
    const asked = await work.changes.list({ id, since: 'start', from: 0, limit: 10 });
    expect(asked).toMatchObject({ ok: false, error: { code: 'not-a-repository' } });
    expect(work.session(id).status).toBe('active');
  });
});
