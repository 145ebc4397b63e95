import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tempDir } from '../testing/temp-dir';
import { findRunning, handOver } from './one-instance';

it('a running one that takes the call and never answers is told as silent', async () => {
  const dataFolder = tempDir();
  const socket = join(dataFolder, 'instance.sock');
  const callers: Socket[] = [];
  const server = createServer((caller) => callers.push(caller.on('error', () => {})));
  await new Promise<void>((listening) => server.listen(socket, listening));
  onTestFinished(async () => {
    for (const caller of callers) caller.destroy();
    await new Promise((closed) => server.close(closed));
  });
  const record = { format: 1, pid: 4711, started_at: 'x', process_started_at: null, shell: 'serve' };
  writeFileSync(join(dataFolder, 'instance.json'), JSON.stringify({ ...record, socket, version: '0' }));
  const running = await findRunning(dataFolder);
  if (running === null) throw new Error('somebody listens there');
  expect(await handOver(running, null, 10)).toEqual({
    ok: false,
    error: { code: 'instance-silent', pid: 4711 },
  });
});
