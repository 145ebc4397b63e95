import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderPath } from '@domain/ids';
import { err, ok } from '@domain/result';
import type { CheckoutWish } from '@domain/work/start-plan';
import { describe, expect, it } from 'vitest';
import type { ProjectTracker } from '../services/beads/beads-service';
import type { SessionsService } from '../services/sessions/sessions-service';
import type { Script } from '../testing/fake-claude-driver';
import { value } from '../testing/session-facts';
import { startBench } from '../testing/start-bench';

describe('a start', { timeout: 60_000 }, () => {
  it('claims the bead, makes the branch, keeps the context and starts Claude with it', async () => {
    const { starting, wish, bead, git, sessions, context, bench } = await startBench();
    const steps: string[] = [];
    const service = starting();
    service.feed.follow(null, (frame) => {
      const { starts } = frame.type === 'snapshot' ? frame.value : frame.change;
      for (const { attempt, at } of starts)
        if (steps.at(-1) !== `${attempt} ${at}`) steps.push(`${attempt} ${at}`);
    });
    const parts = { parts: ['bead', 'named-files'] as const, files: [], notes: 'Mind Seattle.' };
    const started = value(
      await service.start(
        wish({ attempt: 'x', context: { ...parts, parts: [...parts.parts] }, agent: null }),
      ),
    );
    expect(started).toMatchObject({ is_waiting: false, session: { status: 'active', branch: 'task/p-1' } });
    expect(steps).toEqual(['check', 'draft', 'claim', 'branch', 'context', 'claude'].map((at) => `x ${at}`));
    expect(await bead()).toMatchObject({ status: 'in_progress', assignee: 'ada' });
    expect(git('branch', '--show-current')).toBe('task/p-1');
    const pack = context(started.session.id) as { text: string; files: { path: string }[] };
    expect(pack.files.map(({ path }) => path)).toEqual(['src/a.ts']);
    expect(pack.text).toContain('Noon is noon.');
    expect(bench.driver.last().request.prompt).toBe(pack.text);
    expect(started.session).toMatchObject({ prompt: 'Do it.', trigger_source: 'start-work' });
    expect(sessions()).toHaveLength(1);
  });

  it('works in a worktree beside the project, and leaves the checkout alone', async () => {
    const { starting, wish, git, bench, write } = await startBench();
    write('src/a.ts', 'dirty\n');
    const checkout = { type: 'worktree', branch: 'bug/p-1', base: null, reuse: false, place: null } as const;
    const driving = { permission_mode: 'plan' as const, add_dirs: ['/seeds' as FolderPath] };
    const { session } = value(await starting().start(wish({ checkout, ...driving })));
    expect(session.worktree).toBe(join(bench.base, 'project.p-1'));
    expect(bench.driver.last().request).toMatchObject({ cwd: session.worktree, ...driving });
    expect(git('status', '--porcelain')).toBe('M src/a.ts');
    expect(git('branch', '--show-current')).toBe('main');
  });
});

type World = Awaited<ReturnType<Awaited<ReturnType<typeof startBench>>['world']>>;
type Break = (world: World) => World;
const full = err({ code: 'store-unavailable', reason: 'disk-full' } as const);
const refused = err({ code: 'tracker-refused', command: 'update', exit_code: 1, words: 'no' } as const);
const exists = async () => err({ code: 'branch-exists', branch: 'bug/p-1', head: '' } as const);

const withTracker =
  (change: (tracker: ProjectTracker) => Partial<ProjectTracker>): Break =>
  (world) => ({
    ...world,
    beads: async () => {
      const beads = await world.beads();
      return { of: (project) => ({ ...beads.of(project), ...change(beads.of(project)) }) };
    },
  });
const withSessions =
  (change: (service: SessionsService) => Partial<SessionsService>): Break =>
  (world) => ({
    ...world,
    sessions: async () => {
      const opened = await world.sessions();
      return opened.ok ? ok({ ...opened.value, ...change(opened.value) }) : opened;
    },
  });

/** What fails, at which step, and how. */
const FAILURES: readonly [string, 'draft' | 'claim' | 'made' | 'context', Break][] = [
  ['the disk is full at the draft', 'draft', withSessions(() => ({ create: async () => full }))],
  ['bd refuses the claim', 'claim', withTracker(() => ({ claim: async () => refused }))],
  [
    'the claim went through and its answer was lost',
    'claim',
    withTracker((tracker) => ({
      claim: async (id, by) => {
        value(await tracker.claim(id, by));
        return refused;
      },
    })),
  ],
  [
    'somebody makes the branch at the last moment',
    'made',
    (world) => ({
      ...world,
      git: async () => ({ ...(await world.git()), makeBranch: exists, makeWorktree: exists }),
    }),
  ],
  [
    'what was made cannot be noted',
    'made',
    withSessions((service) => ({
      edit: async (id, what, source) =>
        what.type === 'note-details' && 'branch' in what.details ? full : service.edit(id, what, source),
    })),
  ],
  [
    'the disk is full at the context',
    'context',
    withSessions(({ book }) => ({
      book: {
        ...book,
        find: (id) => {
          const found = book.find(id);
          return found && { ...found, store: { ...found.store, writeContext: async () => full } };
        },
      },
    })),
  ],
];

describe.each(['branch', 'worktree'] as const)('undo, with a %s', { timeout: 120_000 }, (type) => {
  const named = { branch: 'bug/p-1', base: 'main', reuse: false };
  const checkout: CheckoutWish = type === 'branch' ? { type, ...named } : { type, ...named, place: null };

  it.each(FAILURES)('%s', async (_name, step, broken) => {
    const { starting, wish, state, sessions, write } = await startBench();
    write('src/b.ts', 'not committed\n');
    const before = await state();
    expect(await starting(broken).start(wish({ checkout }))).toMatchObject({
      ok: false,
      error: { step: step === 'made' ? type : step, left: [] },
    });
    expect(await state()).toEqual(before);
    expect(sessions().filter(({ status }) => status !== 'closed')).toEqual([]);
  });

  it.each<[string, Script, string]>([
    ['Claude is missing', { isNotClear: { code: 'claude-not-found', looked_in: [] } }, 'check'],
    ['Claude cannot be launched', { refuses: { code: 'claude-did-not-start', detail: 'x' } }, 'claude'],
  ])('%s', async (_name, script, step) => {
    const { starting, wish, state, sessions } = await startBench({ script });
    const before = await state();
    const failed = await starting().start(wish({ checkout }));
    expect(failed).toMatchObject({ ok: false, error: { step, left: [] } });
    expect(await state()).toEqual(before);
    expect(sessions().every(({ status }) => status === 'closed')).toBe(true);
  });

  it('Claude exits at once', async () => {
    const { starting, wish, state, sessions, bench } = await startBench({ script: { startsItself: false } });
    const before = await state();
    const attempt = starting().start(wish({ checkout }));
    await expect.poll(() => bench.driver.processes.length).toBe(1);
    bench.driver.last().exit({ how: 'died', exit_code: 1 });
    expect(await attempt).toMatchObject({
      ok: false,
      error: { step: 'claude', cause: { code: 'claude-did-not-start' }, left: [] },
    });
    expect(await state()).toEqual(before);
    expect(sessions()).toMatchObject([{ status: 'closed' }]);
  });

  it('what somebody did meanwhile stays, and is named', async () => {
    const { starting, wish, git, tracker, bench, bead } = await startBench();
    bench.driver.script({ refuses: { code: 'claude-did-not-start', detail: 'x' } });
    const { launch } = bench.driver;
    bench.driver.launch = async (request) => {
      writeFileSync(join(request.cwd, 'new.txt'), 'mine\n');
      git('-C', request.cwd, 'add', 'new.txt');
      git('-C', request.cwd, 'commit', '-q', '-m', 'Mine');
      value(await tracker.update({ id: 'p-1' as never, patch: { status: 'blocked' }, expected: {} }, {}));
      return launch(request);
    };
    const failed = await starting().start(wish({ checkout }));
    expect(failed).toMatchObject({ ok: false, error: { step: 'claude', left: [{ why: 'has-commits' }] } });
    expect((await bead()).status).toBe('blocked');
    expect(git('log', '-1', '--format=%s', 'bug/p-1')).toBe('Mine');
  });
});
