import type { SessionId } from '@domain/ids';
import { expect, it } from 'vitest';
import type { DriverEvent } from '../../ports/claude-driver';
import { createFakeClaudeDriver } from '../../testing/fake-claude-driver';
import { createManualTimers } from '../../testing/manual-timers';
import { createProcessTable } from '../locks/process-identity';
import type { RegistryEntry } from './claude-folder';
import { watchIntruders } from './intruder-watch';

const ID = '11111111-1111-4111-8111-111111111111' as SessionId;

async function setUp(opened: RegistryEntry[]) {
  const timers = createManualTimers();
  const driver = createFakeClaudeDriver();
  const table = createProcessTable();
  const watching = watchIntruders(driver, {
    timers,
    folder: { openedBy: async () => opened },
    processes: { ...table, isAlive: () => true, startedAt: () => 'then' },
    isOurs: (pid) => pid === 1,
  });
  const mode = { type: 'new' } as const;
  const launched = await watching.launch({ session_id: ID, mode, cwd: '/p', project: '/p', prompt: '' });
  if (!launched.ok) throw new Error('not launched');
  const heard: DriverEvent[] = [];
  launched.value.onEvent((event) => heard.push(event));
  /** One look, and what it finds is told. */
  const look = async () => {
    timers.turn(2000);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const notices = () => heard.filter(({ type }) => type === 'notice').length;
  return { driver, live: launched.value, heard, look, notices, timers };
}

it('I1 another one on the same session is told once; our own and the dead are not', async () => {
  const opened: RegistryEntry[] = [
    { pid: 1, procStart: 'then' },
    { pid: 3, procStart: 'long ago' },
  ];
  const { look, notices } = await setUp(opened);
  await look();
  expect(notices()).toBe(0);
  opened.push({ pid: 2, procStart: 'then' });
  await look();
  await look();
  expect(notices()).toBe(1);
});

it('I2 no prompt is sent beside another, and the next one is once it has gone', async () => {
  const opened: RegistryEntry[] = [{ pid: 2, procStart: 'then' }];
  const { live, driver, notices } = await setUp(opened);
  expect(await live.send('Go on')).toEqual({ ok: false, error: { code: 'not-taken' } });
  expect([driver.last().sent, notices()]).toEqual([[], 1]);
  opened.pop();
  expect(await live.send('Go on')).toEqual({ ok: true, value: null });
  expect(driver.last().sent).toEqual(['Go on']);
});

it('I2 a prompt can be taken back while it is looked, and where the seat can, also later', async () => {
  const { live, driver } = await setUp([]);
  driver.script({ takesPrompts: false });
  const sent = live.send('Go on', 'p1');
  expect([live.takeBack?.('p1'), live.takeBack?.('p1')]).toEqual([true, false]);
  expect(await sent).toEqual({ ok: false, error: { code: 'not-taken' } });
  expect(driver.last().sent).toEqual([]);
});

it('I3 nothing is told after the end', async () => {
  const opened: RegistryEntry[] = [];
  const { driver, look, heard, timers } = await setUp(opened);
  driver.last().exit();
  opened.push({ pid: 2, procStart: 'then' });
  await look();
  expect(heard.at(-1)?.type).toBe('process-ended');
  expect(timers.waiting()).toBe(0);
});
