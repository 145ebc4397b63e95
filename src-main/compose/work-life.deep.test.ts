import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BeadPatch } from '@domain/bead/change';
import type { BeadId, FolderPath } from '@domain/ids';
import { ok } from '@domain/result';
import type { Message } from '@domain/session/message';
import type { EndWish } from '@domain/work/end-plan';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashFile } from '../adapters/fs/hash-file';
import { createGitCli } from '../adapters/git-cli/git-cli';
import { nodeTimers } from '../adapters/system/node-timers';
import { createWorkLife, type WorkLife } from '../services/work/work-life';
import { composedBeads } from '../testing/composed-beads';
import { gitPerson } from '../testing/git-repository';
import { LINE } from '../testing/jsonl-project';
import { sessionBench, silentLog } from '../testing/session-bench';
import { value } from '../testing/session-facts';

const BEAD = 'p-1' as BeadId;
const keep: EndWish = {
  outcome: 'done',
  move: null,
  log: null,
  changes: 'keep',
  message: '',
  remove_worktree: null,
};

/** A project in git with beads in a file, a session on one of them, and only Claude and time scripted. */
async function atWork(config = 'status.custom: "in_review:wip"\n') {
  const held: { life: WorkLife | null } = { life: null };
  const busy: string[] = [];
  const bench = await sessionBench(
    {},
    undefined,
    async (session) => (await held.life?.mark(session)) ?? null,
  );
  const { project, clock, timers } = bench;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', project, ...args], {
      encoding: 'utf8',
      env: gitPerson() as NodeJS.ProcessEnv,
    });
  const issues = join(project, '.beads', 'issues.jsonl');
  writeFileSync(issues, `${LINE('p-1')}\n${LINE('p-2')}\n`);
  writeFileSync(join(project, '.beads', 'config.yaml'), config);
  writeFileSync(join(project, 'a.txt'), 'one\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'First');

  const beads = composedBeads({ bd: null }).service;
  const cli = createGitCli({ env: gitPerson(), timers: nodeTimers, scratch: join(bench.base, 'scratch') });
  onTestFinished(() => cli.close());
  const tracker = beads.of(project as FolderPath);
  const lifeWith = (ofProject: typeof tracker) => {
    const made = createWorkLife({
      sessions: async () => ok(bench.service()),
      beads: async () => ({ of: () => ofProject }),
      git: async () => cli,
      hashFile,
      busyFolders: async () => busy,
      clock,
      log: silentLog,
      timers,
      epoch: 'life',
    });
    onTestFinished(() => made.close());
    return made;
  };
  const life = lifeWith(tracker);
  held.life = life;
  const service = bench.service();
  value(
    await tracker.update({ id: BEAD, patch: { status: 'in_progress', assignee: 'ada' }, expected: {} }, {}),
  );
  const { id } = value(await service.create({ folder: project, bead_id: BEAD, title: 'Drift' }));
  value(await service.start({ id, prompt: 'Fix the drift' }));
  const session = () => service.book.find(id)?.session;
  const bead = async () => value(await tracker.show(BEAD)).bead;
  /** Settled when the mark of the pause is written. */
  const pause = async () => {
    value(await service.pause(id));
    await until(() => session()?.metadata['pause_mark'] !== undefined);
  };
  const until = (is: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (is()) resolve();
      };
      service.book.onChange(look);
      look();
    });
  return { bench, busy, service, tracker, life, lifeWith, id, project, git, session, bead, pause, until };
}

const said: Message[] = [
  {
    id: 'u',
    role: 'user',
    content: [{ type: 'text', text: 'Fix the drift' }],
    timestamp: '2026-01-19T10:00:00.000Z',
  },
  {
    id: 'a',
    role: 'assistant',
    content: [{ type: 'text', text: 'Each day has its own offset now.' }],
    timestamp: '2026-01-19T10:01:00.000Z',
    tool_calls: [{ id: 't', tool: 'Bash', input: { command: 'npm test' }, success: true }],
  },
];

describe('a resume', { timeout: 60_000 }, () => {
  it('finds nothing changed, and says so', async () => {
    const { life, id, pause } = await atWork();
    await pause();
    expect(value(await life.resumePlan(undefined, id))).toMatchObject({
      is_unchanged: true,
      bead: { verdict: 'same', now: { status: 'in_progress', assignee: 'ada' } },
      branch: { before: 'main', now: 'main' },
      commits: [],
      files: [],
      unknown: [],
    });
  });

  it('tells commits, files and the bead that changed outside, also after a restart', async () => {
    const { bench, life, service, tracker, id, project, git } = await atWork();
    value(await service.messages.append(id, said));
    await bench.restart('quit');
    appendFileSync(join(project, 'a.txt'), 'two\n');
    git('commit', '-q', '-am', 'Elsewhere');
    writeFileSync(join(project, 'new.txt'), 'x');
    value(await tracker.update({ id: BEAD, patch: { assignee: 'bo', priority: 1 }, expected: {} }, {}));
    const plan = value(await life.resumePlan(undefined, id));
    expect(plan).toMatchObject({
      is_unchanged: false,
      pause_reason: 'app_quit',
      bead: { verdict: 'taken', before: { assignee: 'ada' }, now: { assignee: 'bo' } },
      commits: [{ subject: 'Elsewhere' }],
      last_messages: [{ role: 'user' }, { role: 'assistant', text: 'Each day has its own offset now.' }],
    });
    expect(plan.files.map(({ path }) => path)).toEqual(['a.txt', 'new.txt']);
    expect(plan.bead?.changed).toEqual([
      { field: 'assignee', before: 'ada', now: 'bo' },
      { field: 'priority', before: 'P2', now: 'P1' },
    ]);
    expect(plan.obstacle).toBeNull();
    expect(plan.prompt).toContain('somebody else took the bead');
    expect(plan.prompt).toContain('Elsewhere');
  });
});

it('a resume names the commits of the branch the work began from, and what keeps it from going on', async () => {
  const { bench, life, id, git, pause } = await atWork();
  git('switch', '-q', '-c', 'feat/drift');
  await pause();
  git('switch', '-q', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'Elsewhere');
  git('switch', '-q', 'feat/drift');
  bench.driver.script({ isNotClear: { code: 'transcript-missing', session_id: id } });
  const plan = value(await life.resumePlan(undefined, id));
  expect(plan.base).toMatchObject({ name: 'main', commits: 1, last: { subject: 'Elsewhere' } });
  expect(plan.obstacle).toEqual({ code: 'transcript-missing', session_id: id });
  expect(plan.commits).toEqual([]);
}, 60_000);

describe('an end', { timeout: 60_000 }, () => {
  it('commits, appends the log, moves the bead and closes', async () => {
    const { life, service, tracker, id, project, git, bead, session } = await atWork();
    value(await service.messages.append(id, said));
    value(await tracker.update({ id: BEAD, patch: { notes: 'Written by Bo.' }, expected: {} }, {}));
    appendFileSync(join(project, 'a.txt'), 'two\n');
    const plan = value(await life.endPlan(undefined, id));
    expect(plan).toMatchObject({
      bead: { status: 'in_progress', move: { status: 'in_review', needs_adding: false } },
      changes: { files: [{ path: 'a.txt' }] },
      commit_message: 'Drift (p-1)',
      worktree: null,
    });
    expect(plan.log).toContain('- passed: npm test');
    const ended = value(
      await life.end(undefined, id, {
        ...keep,
        move: plan.bead?.move ?? null,
        log: `${plan.log}\nTOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789`,
        changes: 'commit',
        message: plan.commit_message,
      }),
    );
    expect(ended).toMatchObject({ done: ['pause', 'commit', 'log', 'close'], worktree_kept: null });
    expect(session()).toMatchObject({ status: 'closed', outcome: 'done' });
    expect(git('log', '-1', '--format=%s')).toBe('Drift (p-1)\n');
    const now = await bead();
    expect(now.status).toBe('in_review');
    expect(now.notes?.startsWith('Written by Bo.\n\n### Session')).toBe(true);
    expect(now.notes).not.toContain('ghp_');
    expect((await life.endPlan(undefined, id)).ok).toBe(false);
  });

  it('E2 stops where something fails, paused, and goes on from there when asked again', async () => {
    const { life, id, project, git, bead, session } = await atWork();
    appendFileSync(join(project, 'a.txt'), 'two\n');
    const lock = join(project, '.git', 'index.lock');
    writeFileSync(lock, '');
    const wish: EndWish = {
      ...keep,
      move: { status: 'in_review', needs_adding: false },
      log: 'What was done',
      changes: 'commit',
      message: 'Work',
    };
    expect(await life.end(undefined, id, wish)).toMatchObject({
      ok: false,
      error: { code: 'end-stopped', step: 'commit', done: ['pause'], cause: { code: 'repository-locked' } },
    });
    expect([session()?.status, (await bead()).status]).toEqual(['paused', 'in_progress']);
    execFileSync('rm', [lock]);
    expect(value(await life.end(undefined, id, wish)).done).toEqual(['commit', 'log', 'close']);
    expect(git('status', '--short', 'a.txt')).toBe('');
    expect((await bead()).notes).toBe('What was done');
  });

  it('E3 appends to what somebody wrote between looking and writing, and lets their status stand', async () => {
    const { lifeWith, tracker, id, bead } = await atWork();
    const meanwhile = (patch: BeadPatch) => {
      let isFirst = true;
      const show: typeof tracker.show = async (one) => {
        const seen = await tracker.show(one);
        if (isFirst) value(await tracker.update({ id: BEAD, patch, expected: {} }, {}));
        isFirst = false;
        return seen;
      };
      return lifeWith({ ...tracker, show });
    };
    const move = { status: 'in_review', needs_adding: false };
    const refused = await meanwhile({ status: 'blocked' }).end(undefined, id, { ...keep, move, log: 'Log' });
    expect(refused).toMatchObject({ error: { step: 'log', cause: { code: 'bead-conflict' } } });
    expect(await bead()).toMatchObject({ status: 'blocked' });
    const ended = await meanwhile({ notes: 'Written meanwhile' }).end(undefined, id, { ...keep, log: 'Log' });
    expect(ended.ok).toBe(true);
    expect((await bead()).notes).toBe('Written meanwhile\n\nLog');
  });

  it('adds the status where the tracker has none, and stashes', async () => {
    const { life, id, project, git, bead, tracker } = await atWork('');
    appendFileSync(join(project, 'a.txt'), 'two\n');
    const patch = { title: 'Said meanwhile' };
    value(await tracker.update({ id: 'p-2' as BeadId, patch, expected: {} }, {}));
    const plan = value(await life.endPlan(undefined, id));
    expect(plan.bead?.move).toEqual({ status: 'in_review', needs_adding: true });
    const wish = { ...keep, move: plan.bead?.move ?? null, changes: 'stash', message: 'Drift' } as const;
    expect(value(await life.end(undefined, id, wish)).done).toEqual([
      'pause',
      'stash',
      'add-status',
      'log',
      'close',
    ]);
    expect([(await bead()).status, git('stash', 'list').includes('Drift')]).toEqual(['in_review', true]);
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('one\n');
    // The beads are files too, and stay as they are.
    expect(value(await tracker.show('p-2' as BeadId)).bead.title).toBe('Said meanwhile');
    expect(git('stash', 'show', '--name-only', '--include-untracked').split('\n')).toEqual(['a.txt', '']);
  });

  it('of a draft has nothing to review: its bead stays where it is', async () => {
    const { life, service, project } = await atWork();
    const draft = value(await service.create({ folder: project, bead_id: BEAD, title: 'Never begun' }));
    const plan = value(await life.endPlan(undefined, draft.id));
    expect([plan.bead, plan.log]).toMatchObject([{ status: 'in_progress', move: null }, '']);
  });

  it('E4 a worktree with work in it stays unless that was chosen', async () => {
    const { life, service, id, project, bench, git } = await atWork();
    const place = join(bench.base, 'tree');
    git('worktree', 'add', '-q', '-b', 'feat/x', place);
    writeFileSync(join(place, 'left.txt'), 'not committed');
    value(await service.edit(id, { type: 'note-details', details: { worktree: place, branch: 'feat/x' } }));
    const plan = value(await life.endPlan(undefined, id));
    expect(plan.worktree).toMatchObject({ place, branch: 'feat/x' });
    expect(plan.worktree?.reasons).toContain('untracked-files');
    // Another session that would come back to it is a reason of its own.
    const other = value(await service.create({ folder: project, bead_id: BEAD, title: 'Next' }));
    value(await service.edit(other.id, { type: 'note-details', details: { worktree: place } }));
    expect(value(await life.endPlan(undefined, id)).worktree?.reasons).toContain('session-paused');
    value(await service.close(other.id));
    const ended = value(await life.end(undefined, id, { ...keep, remove_worktree: [] }));
    expect(ended.worktree_kept).toMatchObject({ code: 'would-lose' });
    expect([existsSync(join(place, 'left.txt')), ended.session.status]).toEqual([true, 'closed']);
    expect(project).not.toBe(place);
  });

  it('E4 a worktree in which a Claude of some terminal works stays, whatever was chosen', async () => {
    const { life, service, id, bench, git, busy } = await atWork();
    const place = join(bench.base, 'tree');
    git('worktree', 'add', '-q', '-b', 'feat/x', place);
    value(await service.edit(id, { type: 'note-details', details: { worktree: place, branch: 'feat/x' } }));
    busy.push(join(place, 'src'));
    const ended = value(await life.end(undefined, id, { ...keep, remove_worktree: ['session-live'] }));
    expect(ended.worktree_kept).toMatchObject({ code: 'would-lose', reasons: ['session-live'] });
    expect(existsSync(place)).toBe(true);
  });
});

describe('a bead that moves on elsewhere', { timeout: 60_000 }, () => {
  async function followed() {
    const work = await atWork();
    const moves = value(await work.life.moves());
    const announced = () => {
      let list: readonly { session_id: string; status: string }[] = [];
      moves.feed.follow(null, (frame) => {
        if (frame.type === 'snapshot') list = frame.value.announced;
      })();
      return list;
    };
    const told = (is: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (is()) resolve();
        };
        moves.feed.follow(null, look);
        work.service.book.onChange(look);
        work.tracker.beads.follow(null, look);
      });
    const move = async (status: string) =>
      value(await work.tracker.update({ id: BEAD, patch: { status }, expected: {} }, {}));
    const settle = () => {
      work.bench.driver.last().emit({ type: 'turn-ended', interrupted: false });
      work.bench.driver.last().emit({ type: 'status', status: 'idle' });
    };
    await told(() => work.tracker.beads.snapshot().beads.length > 0);
    return { ...work, moves, announced, told, move, settle };
  }

  it('M2 closes its session 30 s after the turn has settled', async () => {
    const { bench, announced, told, move, settle, session, until } = await followed();
    bench.driver.last().emit({ type: 'status', status: 'busy' });
    await move('in_review');
    bench.timers.turn(60_000);
    expect([announced(), session()?.status]).toEqual([[], 'active']);
    settle();
    await told(() => announced().length === 1);
    bench.timers.turn(29_999);
    expect(session()?.status).toBe('active');
    bench.timers.turn(1);
    await until(() => session()?.status === 'closed');
    expect([session()?.outcome, announced()]).toEqual(['done', []]);
  });

  it('M3 stays open when somebody keeps it, until the bead moves again', async () => {
    const { bench, moves, announced, told, move, settle, session, id } = await followed();
    settle();
    await move('in_review');
    await told(() => announced().length === 1);
    expect(moves.keepOpen(id)).toBe(true);
    bench.timers.turn(60_000);
    expect([announced(), session()?.status]).toEqual([[], 'active']);
    await move('in_progress');
    await move('in_review');
    await told(() => announced().length === 1);
  });

  it('M1 a paused session is flagged, and never closed', async () => {
    const { bench, announced, move, pause, session, until } = await followed();
    await pause();
    await move('in_review');
    await until(() => session()?.attention !== undefined);
    bench.timers.turn(60_000);
    expect([session()?.attention?.reason, session()?.status, announced()]).toEqual([
      'bead-moved-on',
      'paused',
      [],
    ]);
  });

  it('M4 what the end of work moves itself is not announced', async () => {
    const { life, id, announced, session } = await followed();
    value(await life.end(undefined, id, { ...keep, move: { status: 'in_review', needs_adding: false } }));
    expect([announced(), session()?.attention, session()?.outcome]).toEqual([[], undefined, 'done']);
  });
});
