import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../testing/temp-dir';
import { findRunning, handOver, type Running } from './one-instance';

/** Somebody at the socket that `instance.json` names, who answers every call with `value`, or not at all. */
async function runningThat(value: unknown): Promise<Running> {
  const dataFolder = tempDir();
  const socket = join(dataFolder, 'instance.sock');
  const callers: Socket[] = [];
  const server = createServer((caller) => {
    callers.push(caller.on('error', () => {}));
    if (value === undefined) return;
    const answer = { type: 'answer', id: 1, result: { ok: true, value } };
    caller.once('data', () => caller.write(`${JSON.stringify(answer)}\n`));
  });
  await new Promise<void>((listening) => server.listen(socket, listening));
  onTestFinished(async () => {
    for (const caller of callers) caller.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const record = { format: 1, pid: 4711, started_at: 'x', process_started_at: null, shell: 'serve' };
  writeFileSync(join(dataFolder, 'instance.json'), JSON.stringify({ ...record, socket, version: '0' }));
  const running = await findRunning(dataFolder);
  if (running === null) throw new Error('somebody listens there');
  return running;
}

it('a running one that takes the call and never answers is told as silent', async () => {
  expect(await handOver(await runningThat(undefined), null, 10)).toEqual({
    ok: false,
    error: { code: 'instance-silent', pid: 4711 },
  });
});

it('only a link to this machine is handed on to be opened', async () => {
  const good = { was_focused: false, login_url: 'http://127.0.0.1:4000/#/login/abcdefgh' };
  expect(await handOver(await runningThat(good), null)).toEqual({ ok: true, value: good });
  for (const login_url of [
    'file:///etc/passwd',
    'https://evil.example/',
    'http://127.0.0.1@evil.example/',
    7,
  ])
    expect(await handOver(await runningThat({ was_focused: false, login_url }), null)).toEqual({
      ok: false,
      error: { code: 'instance-lost' },
    });
});
