import { join } from 'node:path';
import { err, ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import { value } from '../testing/session-facts';
import { startBench } from '../testing/start-bench';

describe('a hand-off into a worktree of its own', { timeout: 60_000 }, () => {
  const branch = 'task/p-1-next';

  it('begins where the branch of the session is, with the agent that was chosen', async () => {
    const { starting, wish, bench, git, write } = await startBench();
    const service = starting();
    const { session } = value(await service.start(wish({ permission_mode: 'acceptEdits' })));
    write('src/new.ts', 'export {};\n');
    git('add', 'src/new.ts');
    git('commit', '-q', '-m', 'Half of it');
    const handed = await service.handOff({
      ...{ id: session.id, seed: 'Go on.', agent_id: 'reviewer', branch, place: null },
    });
    const { parent, child } = value(handed);
    expect(parent).toMatchObject({ status: 'closed', outcome: 'handoff', child_ids: [child.id] });
    expect(child).toMatchObject({
      ...{ parent_id: session.id, chain_id: session.id, bead_id: 'p-1', agent_id: 'reviewer', branch },
      ...{ worktree: join(bench.base, 'project.p-1'), prompt: 'Go on.' },
      metadata: { permission_mode: 'acceptEdits' },
    });
    expect(git('log', '-1', '--format=%s', branch)).toBe('Half of it');
    value(await bench.service().start({ id: child.id }));
    expect(bench.driver.last().request).toMatchObject({
      ...{ cwd: child.worktree, agent: 'reviewer', permission_mode: 'acceptEdits' },
    });
  });

  it('that is refused leaves branches and worktrees as they were', async () => {
    const { starting, wish, state } = await startBench();
    const { session } = value(await starting().start(wish()));
    const before = await state();
    const refused = starting((world) => ({
      ...world,
      sessions: async () => {
        const opened = await world.sessions();
        const full = err({ code: 'store-unavailable', reason: 'disk-full' } as const);
        return opened.ok ? ok({ ...opened.value, handOff: async () => full }) : opened;
      },
    }));
    const handed = await refused.handOff({ id: session.id, seed: 'Go on.', branch, place: null });
    expect(handed).toMatchObject({ ok: false, error: { code: 'store-unavailable' } });
    expect(await state()).toEqual(before);
  });

  it('whose child is there keeps its worktree, also when the end of the parent failed', async () => {
    const { starting, wish, git, sessions } = await startBench();
    const { session } = value(await starting().start(wish()));
    const half = starting((world) => ({
      ...world,
      sessions: async () => {
        const opened = await world.sessions();
        if (!opened.ok) return opened;
        const full = err({ code: 'store-unavailable', reason: 'disk-full' } as const);
        return ok({
          ...opened.value,
          handOff: (request) => opened.value.handOff(request).then(() => full),
        });
      },
    }));
    expect(await half.handOff({ id: session.id, seed: 'Go on.', branch, place: null })).toMatchObject({
      ok: false,
    });
    const child = sessions().find(({ parent_id }) => parent_id === session.id);
    expect(git('worktree', 'list')).toContain(`${child?.worktree} `);
  });
});
