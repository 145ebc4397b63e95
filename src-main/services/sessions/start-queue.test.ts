import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

async function full(most = 1) {
  const bench = await sessionBench();
  bench.places.most = most;
  const service = bench.service();
  const draft = async () => value(await service.create({ folder: bench.project })).id;
  const first = await draft();
  value(await service.start({ id: first, prompt: 'go' }));
  const waiting = () => {
    let list: readonly { session_id: string; refusal: unknown }[] = [];
    bench.service().waiting.feed.follow(null, (frame) => {
      if (frame.type === 'snapshot') list = frame.value.waiting;
    })();
    return list;
  };
  const statusOf = (id: typeof first) => bench.service().book.find(id)?.session.status;
  /** The book tells; the ceiling of the test is what fails when it never does. */
  const until = (is: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (is()) resolve();
      };
      service.book.onChange(look);
      service.waiting.feed.follow(null, look);
    });
  return { bench, service, draft, first, waiting, statusOf, until };
}

describe('a limited number of places', () => {
  it('Q1 Q2 those who come later wait, in order, and go when one ends', async () => {
    const { bench, service, draft, first, waiting, statusOf, until } = await full();
    const [second, third] = [await draft(), await draft()];
    expect(value(await service.start({ id: second, prompt: 'two' }))).toMatchObject({
      status: 'draft',
      metadata: { waiting_since: bench.clock.now() },
    });
    value(await service.start({ id: third, prompt: 'three' }));
    value(await service.start({ id: second, prompt: 'two, better' }));
    expect(waiting().map(({ session_id }) => session_id)).toEqual([second, third]);
    expect(bench.driver.alive()).toBe(1);

    value(await service.pause(first));
    await until(() => statusOf(second) === 'active');
    expect(bench.driver.last().request.prompt).toBe('two, better');
    expect(service.book.find(second)?.session.metadata).not.toHaveProperty('waiting_since');
    expect([waiting().map(({ session_id }) => session_id), bench.driver.alive()]).toEqual([[third], 1]);
    // A resume stands in the same line.
    value(await service.resume({ id: first }));
    expect(waiting().map(({ session_id }) => session_id)).toEqual([third, first]);
    value(await service.close(second));
    await until(() => statusOf(third) === 'active');
    value(await service.close(third));
    await until(() => statusOf(first) === 'active');
    expect(waiting()).toEqual([]);
  });

  it('one that waits is taken back, or closed, and the next one goes', async () => {
    const { service, draft, first, waiting, statusOf, until } = await full();
    const [second, third, fourth] = [await draft(), await draft(), await draft()];
    for (const id of [second, third, fourth]) value(await service.start({ id }));
    expect(value(await service.waiting.takeBack(second)).metadata).not.toHaveProperty('waiting_since');
    value(await service.close(third));
    expect(waiting().map(({ session_id }) => session_id)).toEqual([fourth]);
    value(await service.close(first));
    await until(() => statusOf(fourth) === 'active');
    expect(statusOf(second)).toBe('draft');
  });

  it('Q3 one that cannot start when its turn comes says why, and the next one is tried', async () => {
    const { bench, service, draft, first, waiting, until } = await full();
    const second = await draft();
    value(await service.start({ id: second }));
    bench.driver.script({ isNotClear: { code: 'claude-not-found', looked_in: [] } });
    value(await service.close(first));
    await until(() => waiting()[0]?.refusal !== null && waiting().length === 1);
    expect(waiting()).toMatchObject([{ session_id: second, refusal: { code: 'claude-not-found' } }]);
    bench.driver.script({});
    value(await service.start({ id: second }));
    expect(waiting()).toEqual([]);
  });

  it('more places let the first ones go at once', async () => {
    const { bench, service, draft, statusOf, until } = await full();
    const [second, third] = [await draft(), await draft()];
    for (const id of [second, third]) value(await service.start({ id }));
    bench.places.most = 2;
    service.waiting.look();
    await until(() => statusOf(second) === 'active');
    expect(statusOf(third)).toBe('draft');
  });

  it('Q4 after a restart nobody waits, and a draft says that it did', async () => {
    const { bench, service, draft, waiting, statusOf } = await full();
    const second = await draft();
    const { metadata } = value(await service.start({ id: second }));
    await bench.restart('quit');
    expect([waiting(), statusOf(second)]).toEqual([[], 'draft']);
    expect(bench.service().book.find(second)?.session.metadata['waiting_since']).toBe(
      metadata['waiting_since'],
    );
  });
});

describe('after a usage limit', () => {
  async function limited(isWanted: boolean) {
    const bench = await sessionBench();
    bench.places.resumesAfterLimit = isWanted;
    const service = bench.service();
    const { id } = value(await service.create({ folder: bench.project }));
    value(await service.start({ id, prompt: 'go' }));
    const resets_at = new Date(bench.clock.nowMs() + 3_600_000).toISOString();
    const status = (wanted: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (service.book.find(id)?.session.status === wanted) resolve();
        };
        service.book.onChange(look);
        look();
      });
    bench.driver.last().emit({ type: 'turn-ended', interrupted: false, limit: { resets_at } });
    await status('paused');
    const pass = (minutes: number) => {
      bench.clock.turn(minutes * 60_000);
      bench.timers.turn(minutes * 60_000);
    };
    return { bench, service, id, pass, status };
  }

  it('R1 a session goes on a minute after the reset when the setting says so', async () => {
    const { bench, pass, status } = await limited(true);
    pass(60);
    expect(bench.driver.alive()).toBe(0);
    pass(1);
    await status('active');
    expect(bench.driver.last().request.prompt).toContain('has been reset');
  });

  it('R1 stays paused while the setting is off, also when it was ended meanwhile', async () => {
    const off = await limited(false);
    off.pass(120);
    expect(off.bench.driver.processes).toHaveLength(1);
    const ended = await limited(true);
    value(await ended.service.close(ended.id));
    ended.pass(120);
    expect(ended.bench.driver.processes).toHaveLength(1);
  });

  it('R1 stays paused when its bead was moved on meanwhile', async () => {
    const { bench, service, id, pass } = await limited(true);
    value(await service.edit(id, { type: 'raise-attention', reason: 'bead-moved-on' }));
    pass(61);
    expect(bench.driver.processes).toHaveLength(1);
  });

  it('R2 a reset that passed while no console ran resumes nothing', async () => {
    const { bench } = await limited(true);
    await bench.restart('quit');
    bench.clock.turn(7_200_000);
    await bench.restart('quit');
    bench.timers.turn(7_200_000);
    expect(bench.driver.alive()).toBe(0);
  });
});
