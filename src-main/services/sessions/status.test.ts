import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

describe('start, pause, resume, close', () => {
  it('S7 walks the whole way, and each step is on disk', async () => {
    const bench = await sessionBench({ result: 'all good' });
    const service = bench.service();
    const draft = value(await service.create({ folder: bench.project, title: 'Walk', prompt: 'go' }));
    expect(draft).toMatchObject({ status: 'draft', cwd: bench.project, prompt: 'go', run_count: 0 });

    const active = value(await service.start({ id: draft.id }));
    expect(active).toMatchObject({ status: 'active', model: 'scripted-1', run_count: 1 });
    expect(bench.driver.last().request).toMatchObject({
      session_id: draft.id,
      mode: { type: 'new' },
      prompt: 'go',
      cwd: bench.project,
    });

    bench.clock.turn(5000);
    const paused = value(await service.pause(draft.id));
    expect(paused).toMatchObject({
      status: 'paused',
      pause_reason: 'user',
      total_duration_ms: 5000,
      result: 'all good',
      success: true,
    });
    expect(bench.driver.alive()).toBe(0);

    bench.clock.turn(86_400_000);
    const resumed = value(await service.resume({ id: draft.id, prompt: 'carry on' }));
    expect(resumed).toMatchObject({ status: 'active', started_at: active.started_at, run_count: 2 });
    expect(bench.driver.last().request.mode).toEqual({ type: 'resume', neverPrompted: false });
    bench.clock.turn(2000);
    const closed = value(await service.close(draft.id));
    expect(closed).toMatchObject({ status: 'closed', outcome: 'done', total_duration_ms: 7000 });

    const again = await bench.restart('quit');
    const shown = value(await again.messages.show(draft.id));
    expect({ ...shown, runs: undefined }).toEqual({ ...closed, runs: undefined });
    expect(shown.runs).toMatchObject([
      { prompt: 'go', duration_ms: 5000, success: true, trigger_source: 'ad-hoc' },
      { prompt: 'carry on', duration_ms: 2000, trigger_source: 'resume' },
    ]);
  });

  it('S7 is not active before Claude says that the session began', async () => {
    const bench = await sessionBench({ startsItself: false });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const starting = service.start({ id });
    await expect.poll(() => bench.driver.alive(), { timeout: 20_000 }).toBe(1);
    expect(service.book.find(id)?.session).toMatchObject({ status: 'draft', pending: { type: 'start' } });
    bench.driver.last().emit({ type: 'started' });
    expect(value(await starting).status).toBe('active');
  });

  it('S6 a bad transition names the state it met and what is allowed', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    expect(await service.pause(id)).toEqual({
      ok: false,
      error: {
        code: 'bad-transition',
        session_id: id,
        action: 'pause',
        state: 'draft',
        allowed: ['start', 'close', 'edit', 'annotate'],
      },
    });
    value(await service.close(id));
    expect(await service.start({ id })).toMatchObject({ error: { code: 'bad-transition', state: 'closed' } });
    expect(await service.close(id)).toMatchObject({ error: { code: 'bad-transition', state: 'closed' } });
    expect(bench.driver.processes).toHaveLength(0);
  });

  it('a driver that cannot start leaves the draft, the reason and a completed run', async () => {
    const bench = await sessionBench({ refuses: { code: 'claude-not-drivable', detail: 'not yet' } });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    expect(await service.start({ id })).toEqual({
      ok: false,
      error: { code: 'claude-not-drivable', detail: 'not yet' },
    });
    expect(value(await service.messages.show(id))).toMatchObject({
      status: 'draft',
      error: 'claude-not-drivable',
      runs: [{ success: false, error: 'claude-not-drivable' }],
    });
    bench.driver.script({});
    expect(value(await service.start({ id })).status).toBe('active');
  });

  it('a process that dies before it began is a failed start', async () => {
    const bench = await sessionBench({ startsItself: false });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const starting = service.start({ id });
    await expect.poll(() => bench.driver.alive(), { timeout: 20_000 }).toBe(1);
    bench.driver.last().exit({ how: 'died', exit_code: 7 });
    expect(await starting).toEqual({
      ok: false,
      error: { code: 'claude-did-not-start', detail: 'Claude ended with code 7.' },
    });
    expect(service.book.find(id)?.session.status).toBe('draft');
  });

  it.each([
    ['exited', 'process_exit'],
    ['died', 'crash'],
  ] as const)('a process that %s by itself pauses the session with %s', async (how, reason) => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    bench.clock.turn(1000);
    bench.driver.last().exit({ how, exit_code: how === 'died' ? 1 : 0 });
    await expect.poll(() => service.book.find(id)?.session.status, { timeout: 20_000 }).toBe('paused');
    expect(service.book.find(id)?.session).toMatchObject({ pause_reason: reason, total_duration_ms: 1000 });
    const closed = value(await service.close(id));
    expect(closed.outcome).toBe(how === 'died' ? 'crash' : 'done');
  });

  it('a forced end kills a process that does not leave', async () => {
    const bench = await sessionBench({ leavesWhenAsked: false });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    const polite = service.close(id);
    await expect.poll(() => service.book.find(id)?.session.pending?.type, { timeout: 20_000 }).toBe('close');
    const [forced, first] = await Promise.all([service.close(id, 'killed'), polite]);
    expect(value(forced)).toMatchObject({ status: 'closed', outcome: 'killed' });
    expect(value(first).status).toBe('closed');
    const store = service.book.find(id)?.store;
    const events = value((await store?.readEvents(id)) ?? { ok: true as const, value: [] });
    expect(events.flatMap((event) => (event.type === 'stop-step-taken' ? [event.step] : []))).toEqual([
      'exit',
      'kill',
    ]);
  });

  it('each durable step is one write: create 1, start 2, close 2, of a draft 1', async () => {
    const bench = await sessionBench({ isWorking: true });
    const service = bench.service();
    let writes = 0;
    service.book.onChange(() => {
      writes += 1;
    });
    const cost = async <T>(work: Promise<T>): Promise<[T, number]> => {
      writes = 0;
      return [await work, writes];
    };
    const [created, creating] = await cost(service.create({ folder: bench.project }));
    const { id } = value(created);
    const [, starting] = await cost(service.start({ id }));
    const [, closing] = await cost(service.close(id));
    const draft = value(await service.create({ folder: bench.project }));
    const [, closingDraft] = await cost(service.close(draft.id));
    expect([creating, starting, closing, closingDraft]).toEqual([1, 2, 2, 1]);
  });

  it('the steps of an end that takes its time are saved while it lasts', async () => {
    const bench = await sessionBench({ leavesWhenAsked: false, isWorking: true });
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id }));
    const pausing = service.pause(id);
    const steps = async () => {
      const events = value(
        (await service.book.find(id)?.store.readEvents(id)) ?? { ok: true as const, value: [] },
      );
      return events.flatMap((event) => (event.type === 'stop-step-taken' ? [event.step] : []));
    };
    await expect.poll(() => bench.timers.waiting(), { timeout: 20_000 }).toBe(3);
    bench.timers.turn(250);
    await expect.poll(steps, { timeout: 20_000 }).toEqual(['interrupt', 'exit']);
    bench.driver.last().exit();
    expect(value(await pausing).status).toBe('paused');
    expect(await steps()).toEqual(['interrupt', 'exit']);
  });

  it('two that ask at once get the same session, and one process runs', async () => {
    const bench = await sessionBench();
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    const both = await Promise.all([service.start({ id }), service.start({ id })]);
    expect(both.map((result) => result.ok)).toContain(true);
    expect(bench.driver.processes).toHaveLength(1);
    const pauses = await Promise.all([service.pause(id), service.pause(id)]);
    expect(pauses.map((result) => value(result).status)).toEqual(['paused', 'paused']);
  });

  it('L5 one live process per session over two consoles', async () => {
    const bench = await sessionBench();
    const { id } = value(await bench.service().create({ folder: bench.project }));
    value(await bench.service().start({ id }));
    const other = await bench.another();
    expect(value(await other.service.locate(bench.project, id))).toBe(id);
    for (const refused of [await other.service.pause(id), await other.service.close(id)])
      expect(refused).toMatchObject({ error: { code: 'locked' } });
    expect(other.service.book.find(id)?.session.status).toBe('active');
    value(await bench.service().pause(id));
    expect(value(await other.service.resume({ id })).status).toBe('active');
    expect([bench.driver.alive(), other.driver.alive()]).toEqual([0, 1]);
  });
});
