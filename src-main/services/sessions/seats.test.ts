import type { FolderPath, SessionId } from '@domain/ids';
import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

async function running(seat?: 'pty' | 'stream') {
  const bench = await sessionBench();
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  value(await service.start({ id, seat, permission_mode: 'plan', agent: 'gardener' }));
  await service.talk.drain();
  return { bench, service, id, driver: bench.driver };
}

describe('seats', () => {
  it('the one that was chosen is kept for the session', async () => {
    const { service, id, driver } = await running('pty');
    expect(driver.last().request.seat).toBe('pty');
    expect(service.talk.isWorking(id)).toBe(false);
    value(await service.pause(id));
    const kept = { seat: 'pty', permission_mode: 'plan' };
    expect(value(await service.resume({ id })).metadata).toEqual(kept);
    expect(driver.last().request.seat).toBe('pty');
  });

  it('so are the permission mode and the folders, also for a draft: a pause or a restart forgets none', async () => {
    const bench = await sessionBench();
    const kept = { permission_mode: 'acceptEdits', add_dirs: ['/seeds', '/tools'] as FolderPath[] };
    const created = await bench.service().create({ folder: bench.project, ...kept });
    const { id } = value(created);
    const started = value(await bench.service().start({ id }));
    expect(started.metadata).toEqual(kept);
    expect(bench.driver.last().request).toMatchObject(kept);
    value(await bench.service().pause(id));
    const again = await bench.restart('quit');
    value(await again.resume({ id, prompt: 'go on' }));
    expect(bench.driver.last().request).toMatchObject(kept);
    bench.driver.last().exit({ how: 'died', exit_code: 1 });
    await again.live.ended(id);
    const other = { permission_mode: 'plan', add_dirs: [] };
    value(await again.resume({ id, ...other }));
    value(await again.switchSeat(id, 'pty'));
    expect(bench.driver.last().request).toMatchObject(other);
  });

  it('a child is driven as its parent was: after a hand-off, and after /clear', async () => {
    const { service, id, driver } = await running('pty');
    const cleared = '33333333-3333-4333-8333-333333333333' as SessionId;
    const run = { result: null, error: null, tool_calls: [] };
    const ended = service.live.ended(id);
    driver.last().emit({ type: 'session-replaced', session_id: cleared, run });
    value(await ended);
    const kept = { seat: 'pty', permission_mode: 'plan' };
    expect(value(await service.messages.show(cleared)).metadata).toEqual(kept);
    const { child } = value(await service.handOff({ id: cleared, seed: 'go on' }));
    expect(child.metadata).toEqual(kept);
    value(await service.start({ id: child.id }));
    expect(driver.last().request).toMatchObject(kept);
  });

  it('a launch that throws leaves a session that can be started again', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const { launch } = bench.driver;
    Object.assign(bench.driver, {
      launch: async () => {
        throw new Error('no process left');
      },
    });
    expect(await service.start({ id })).toMatchObject({ ok: false, error: { code: 'claude-did-not-start' } });
    Object.assign(bench.driver, { launch });
    const { status } = value(await service.messages.show(id));
    const again = status === 'draft' ? service.start({ id }) : service.resume({ id });
    expect(value(await again).status).toBe('active');
  });

  it('nobody chose a seat: none is kept, and what the settings say counts', async () => {
    const { driver, service, id } = await running();
    expect(driver.last().request.seat).toBeUndefined();
    expect(value(await service.messages.show(id)).metadata).toEqual({ permission_mode: 'plan' });
  });

  it('one with a worktree is judged, and started, there, in whatever seat; its project is trusted', async () => {
    const { bench, service, id, driver } = await running();
    const worktree = `${bench.project}-worktree`;
    value(await service.edit(id, { type: 'note-details', details: { worktree } }));
    value(await service.pause(id));
    const asked: unknown[] = [];
    const { check } = driver;
    Object.assign(driver, {
      check: (request: Parameters<typeof check>[0]) => {
        asked.push(request);
        return check(request);
      },
    });
    const place = { cwd: worktree, project: bench.project };
    driver.script({ isNotClear: { code: 'cwd-missing', cwd: worktree } });
    expect(await service.checkResume(id)).toEqual({
      ok: false,
      error: { code: 'cwd-missing', cwd: worktree },
    });
    expect(asked).toMatchObject([place]);
    driver.script({});
    value(await service.resume({ id }));
    expect(driver.last().request).toMatchObject(place);
    value(await service.switchSeat(id, 'pty'));
    expect(driver.last().request).toMatchObject({ ...place, seat: 'pty' });
  });

  it('changed while it runs: one process ends, then the other resumes as the first was started', async () => {
    const { service, id, driver } = await running();
    const switched = value(await service.switchSeat(id, 'pty'));
    expect(switched).toMatchObject({ status: 'active', metadata: { seat: 'pty' } });
    expect(driver.processes).toHaveLength(2);
    expect(driver.alive()).toBe(1);
    expect(driver.last().request).toMatchObject({
      seat: 'pty',
      mode: { type: 'resume' },
      permission_mode: 'plan',
      agent: 'gardener',
      prompt: '',
    });
    expect(value(await service.switchSeat(id, 'pty')).status).toBe('active');
    expect(driver.processes).toHaveLength(2);
    const { runs } = value(await service.messages.show(id));
    expect(runs).toHaveLength(2);
  });

  it('not in the middle of a turn, unless it may be interrupted', async () => {
    const { service, id, driver } = await running();
    value(await service.talk.prompt(id, 'work'));
    value(await service.talk.prompt(id, 'waits'));
    await service.talk.drain();
    expect(await service.switchSeat(id, 'pty')).toEqual({
      ok: false,
      error: { code: 'turn-running', session_id: id },
    });
    expect(driver.processes).toHaveLength(1);
    expect(value(await service.switchSeat(id, 'pty', true)).status).toBe('active');
    expect(driver.last().request.seat).toBe('pty');
  });

  it('of one that does not run, it is kept for the next time', async () => {
    const { service, id, driver } = await running();
    value(await service.pause(id));
    expect(value(await service.switchSeat(id, 'stream')).metadata).toMatchObject({ seat: 'stream' });
    expect(driver.alive()).toBe(0);
  });

  it('when the other is sure not to start, the one that runs goes on', async () => {
    const { bench, service, id, driver } = await running();
    driver.script({ isNotClear: { code: 'project-untrusted', project: bench.project } });
    expect(await service.switchSeat(id, 'pty')).toMatchObject({ error: { code: 'project-untrusted' } });
    expect(value(await service.messages.show(id))).toMatchObject({ status: 'active' });
    expect(driver.alive()).toBe(1);
    expect(service.talk.isWorking(id)).toBe(false);
  });

  it('when the other does not start, the session is paused and says why', async () => {
    const { service, id, driver } = await running();
    driver.script({ refuses: { code: 'terminal-unavailable', detail: 'none here' } });
    expect(await service.switchSeat(id, 'pty')).toMatchObject({ error: { code: 'terminal-unavailable' } });
    expect(value(await service.messages.show(id))).toMatchObject({ status: 'paused' });
  });
});
