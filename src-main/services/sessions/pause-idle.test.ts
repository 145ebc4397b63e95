import { describe, expect, it } from 'vitest';
import { sessionBench } from '../../testing/session-bench';
import { value } from '../../testing/session-facts';

const MINUTE = 60_000;

async function started() {
  const bench = await sessionBench();
  bench.idle.minutes = 30;
  const service = bench.service();
  const { id } = value(await service.create({ folder: bench.project }));
  value(await service.start({ id, prompt: 'go' }));
  const pass = (minutes: number) => {
    bench.clock.turn(minutes * MINUTE);
    bench.timers.turn(minutes * MINUTE);
  };
  /** The book tells of the pause; the ceiling of the test is what fails when it does not come. */
  const paused = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (service.book.find(id)?.session.status === 'paused') resolve();
      };
      service.book.onChange(look);
      look();
    });
  const endTurn = () => {
    bench.driver.last().emit({ type: 'turn-ended', interrupted: false });
    bench.driver.last().emit({ type: 'status', status: 'idle' });
  };
  const session = () => service.book.find(id)?.session;
  return { bench, service, id, pass, paused, endTurn, session };
}

describe('inactivity', () => {
  it('I1 half an hour after the end of a turn the session is paused, and says why', async () => {
    const { pass, paused, endTurn, session } = await started();
    endTurn();
    pass(29);
    expect(session()?.status).toBe('active');
    pass(1);
    await paused();
    expect(session()).toMatchObject({ status: 'paused', pause_reason: 'inactivity' });
  });

  it('I1 a turn that runs, or waits for an answer, is not idle', async () => {
    const { bench, pass, endTurn, session } = await started();
    endTurn();
    pass(29);
    bench.driver.last().emit({ type: 'status', status: 'busy' });
    pass(300);
    bench.driver.last().emit({ type: 'status', status: 'waiting' });
    pass(300);
    expect([session()?.status, bench.driver.last().isAlive()]).toEqual(['active', true]);
  });

  it('I1 what works in the background keeps it awake; the time begins when it is done', async () => {
    const { bench, pass, paused, endTurn, session } = await started();
    const task = { id: 'b1', kind: 'local_bash', description: 'watch the tests' };
    bench.driver.last().emit({ type: 'tasks', tasks: [task] });
    endTurn();
    pass(300);
    expect(session()?.status).toBe('active');
    bench.driver.last().emit({ type: 'tasks', tasks: [] });
    pass(29);
    expect(session()?.status).toBe('active');
    pass(1);
    await paused();
  });

  it('I1 a status that is told again does not begin the time anew', async () => {
    const { bench, pass, paused, endTurn } = await started();
    endTurn();
    pass(20);
    bench.driver.last().emit({ type: 'status', status: 'idle' });
    pass(10);
    await paused();
  });

  it('I2 zero is never, and a longer time counts at once', async () => {
    const { bench, pass, paused, endTurn, session } = await started();
    endTurn();
    bench.idle.minutes = 60;
    pass(31);
    expect(session()?.status).toBe('active');
    bench.idle.minutes = 0;
    pass(600);
    expect(session()?.status).toBe('active');
    bench.idle.minutes = 5;
    bench.driver.last().emit({ type: 'status', status: 'busy' });
    endTurn();
    pass(5);
    await paused();
  });
});
