import type { CheckoutWish } from '@domain/work/start-plan';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compose } from '../compose';
import type { StartWorld } from '../services/work/start-world';
import { gitPerson } from '../testing/git-repository';
import { value } from '../testing/session-facts';
import { startBench } from '../testing/start-bench';

type Break = (world: StartWorld) => StartWorld;

/** The program dies there: whatever comes after it never happens. */
function death() {
  let ring = () => {};
  const reached = new Promise<void>((resolve) => {
    ring = resolve;
  });
  const die = () => {
    ring();
    return new Promise<never>(() => {});
  };
  return { reached, die };
}

const inTracker =
  (die: () => Promise<never>, isAfter: boolean): Break =>
  (world) => ({
    ...world,
    beads: async () => {
      const beads = await world.beads();
      return {
        of: (project) => {
          const tracker = beads.of(project);
          return {
            ...tracker,
            claim: async (id, by) => {
              if (isAfter) await tracker.claim(id, by);
              return die();
            },
          };
        },
      };
    },
  });

const afterGit =
  (die: () => Promise<never>): Break =>
  (world) => ({
    ...world,
    git: async () => {
      const git = await world.git();
      return {
        ...git,
        makeBranch: (request) => git.makeBranch(request).then(die),
        makeWorktree: (request) => git.makeWorktree(request).then(die),
      };
    },
  });

/** Everything is made and noted; Claude never hears of it. */
const atContext =
  (die: () => Promise<never>): Break =>
  (world) => ({
    ...world,
    sessions: async () => {
      const opened = await world.sessions();
      if (!opened.ok) return opened;
      const { book } = opened.value;
      const find: typeof book.find = (id) => {
        const found = book.find(id);
        return found && { ...found, store: { ...found.store, writeContext: die } };
      };
      return { ok: true, value: { ...opened.value, book: { ...book, find } } };
    },
  });

const DEATHS: readonly [string, (die: () => Promise<never>) => Break][] = [
  ['before the claim', (die) => inTracker(die, false)],
  ['after the claim', (die) => inTracker(die, true)],
  ['after git, before it is noted', afterGit],
  ['at the context', atContext],
];

describe('a start that nobody lived to finish', { timeout: 60_000 }, () => {
  const checkouts: readonly CheckoutWish[] = [
    { type: 'branch', branch: 'bug/p-1', base: 'main', reuse: false },
    { type: 'worktree', branch: 'bug/p-1', base: 'main', reuse: false, place: null },
  ];
  const cases = DEATHS.flatMap(([when, broken]) =>
    checkouts.map((checkout) => [when, checkout.type, broken, checkout] as const),
  );

  it.each(cases)('%s, with a %s, is undone by the next one', async (_when, _type, broken, checkout) => {
    const { starting, wish, state, sessions, bench } = await startBench();
    const before = await state();
    const { reached, die } = death();
    void starting(broken(die)).start(wish({ checkout }));
    await reached;
    await bench.restart('kill');
    const next = starting();
    next.recover(sessions());
    await next.drain();
    expect(await state()).toEqual(before);
    expect(sessions()).toMatchObject([{ status: 'closed', outcome: 'abandoned' }]);
    expect(sessions()[0]?.metadata).not.toHaveProperty('start_work');
  });

  it('is found by the app itself when the project is opened', async () => {
    const { starting, wish, state, sessions, bench, project } = await startBench();
    const before = await state();
    const { reached, die } = death();
    void starting(afterGit(die)).start(wish());
    await reached;
    const [left] = sessions();
    await bench.service().abandon();
    const env = {
      ...gitPerson(),
      HOME: bench.home,
      BEADS_CONSOLE_HOME: bench.home,
      BEADS_CONSOLE_BD: '/nowhere/bd',
    };
    const app = await compose({ env, shell: 'serve', checkOutputs: true });
    onTestFinished(() => app.close());
    const window = { door: 'ui', connection: 'test' } as const;
    const now = async () => app.dispatch.call('sessions.show', { project, id: left?.id }, window);
    await expect.poll(now, { timeout: 20_000 }).toMatchObject({ ok: true, value: { status: 'closed' } });
    await expect.poll(async () => (await state()).bead, { timeout: 20_000 }).toEqual(before.bead);
    expect(await state()).toEqual(before);
  });

  it('is left alone while its own console lives', async () => {
    const { starting, wish, sessions, bead } = await startBench();
    const { reached, die } = death();
    void starting(inTracker(die, true)).start(wish());
    await reached;
    const other = starting();
    other.recover(sessions());
    await other.drain();
    expect(await bead()).toMatchObject({ status: 'in_progress' });
    expect(sessions()).toMatchObject([{ status: 'draft' }]);
  });

  it('keeps what it took while it waits for its place, and gives it back when it is closed instead', async () => {
    const { starting, wish, state, sessions, bench, bead } = await startBench();
    const before = await state();
    bench.places.most = 0;
    const service = starting();
    const { session, is_waiting } = value(await service.start(wish()));
    expect(is_waiting).toBe(true);
    service.recover(sessions());
    await service.drain();
    expect(await bead()).toMatchObject({ status: 'in_progress' });
    value(await bench.service().close(session.id));
    await service.drain();
    expect(await state()).toEqual(before);
  });

  it('leaves the branch under a session that works in that checkout by now', async () => {
    const { starting, wish, git, bench, bead, project } = await startBench();
    bench.places.most = 0;
    const service = starting();
    const { session } = value(await service.start(wish()));
    value(await bench.service().waiting.takeBack(session.id));
    bench.places.most = 1;
    const other = value(await bench.service().create({ folder: project }));
    value(await bench.service().start({ id: other.id, prompt: 'go' }));
    value(await bench.service().close(session.id));
    await service.drain();
    expect(git('branch', '--show-current')).toBe('task/p-1');
    expect(await bead()).toMatchObject({ status: 'open' });
    // It is put back when the store is opened next and nobody works there.
    value(await bench.service().close(other.id));
    service.recover([bench.service().book.find(session.id)?.session ?? session]);
    await service.drain();
    expect(git('branch', '--show-current')).toBe('main');
  });

  it('of a session that began is history: nothing is given back', async () => {
    const { starting, wish, sessions, bead, git, bench } = await startBench();
    const service = starting();
    const { session } = value(await service.start(wish()));
    value(await bench.service().close(session.id));
    service.recover(sessions());
    await service.drain();
    expect(await bead()).toMatchObject({ status: 'in_progress' });
    expect(git('branch', '--show-current')).toBe('task/p-1');
  });
});
