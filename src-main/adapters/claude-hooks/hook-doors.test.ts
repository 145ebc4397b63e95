import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { HearHook, HookDoor } from '../../ports/hook-door';
import { createHookDoors } from './hook-doors';

async function opened(hear: HearHook = async (call) => ({ heard: call['n'] })) {
  const doors = createHookDoors();
  onTestFinished(() => doors.close());
  const open = async (listener: HearHook) => {
    const door = await doors.open(listener);
    if (!door.ok) throw new Error(door.error.detail);
    return door.value;
  };
  return { door: await open(hear), open };
}

type Knock = { method?: string; path?: string; headers?: Record<string, string>; body?: string | Buffer };

function knock(door: HookDoor, { method = 'POST', path = '/hook', headers, body = '{"n":1}' }: Knock = {}) {
  const { port } = new URL(door.url);
  const all = headers ?? { [door.header]: door.token };
  return new Promise<{ status: number; text: string }>((resolve) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // Refused in the middle of a long body: the refusal may be all that is heard.
    call.on('error', () => resolve({ status: 0, text: '' }));
    call.end(body);
  });
}

it('H1 H2 L1 hears the one it belongs to, and refuses every wrong knock without a word', async () => {
  const heard: unknown[] = [];
  const { door, open } = await opened(async (call) => {
    heard.push(call);
    return {};
  });
  const other = await open(async () => ({ other: true }));
  expect(await knock(door)).toEqual({ status: 200, text: '{}' });
  expect(await knock(other)).toEqual({ status: 200, text: '{"other":true}' });
  const token = { [door.header]: door.token };
  const refused: [Knock, number][] = [
    [{ headers: {} }, 401],
    [{ headers: { [door.header]: `${door.token.slice(0, -1)}x` } }, 401],
    [{ headers: { [door.header]: '' } }, 401],
    [{ headers: { ...token, host: 'evil.example' } }, 403],
    [{ headers: { ...token, host: `localhost:${new URL(door.url).port}` } }, 403],
    [{ method: 'GET', body: '' }, 404],
    [{ path: '/hook/../other' }, 404],
    [{ body: 'not json' }, 400],
    [{ body: '[1]' }, 400],
  ];
  for (const [wrong, status] of refused) expect(await knock(door, wrong)).toEqual({ status, text: '' });
  const huge = await knock(door, { body: Buffer.alloc(33 * 1024 * 1024, 0x20) });
  expect([0, 413]).toContain(huge.status);
  expect(heard).toEqual([{ n: 1 }]);
});

it('H3 a closed door answers who waits with nothing, and opens no more', async () => {
  let isWaiting = () => {};
  const waits = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  const { door } = await opened(() => {
    isWaiting();
    return new Promise(() => {});
  });
  const answer = knock(door);
  await waits;
  door.close();
  expect(await answer).toEqual({ status: 200, text: '{}' });
  expect((await knock(door)).status).toBe(401);
});

it('tells when Claude waits no longer', async () => {
  const gone: string[] = [];
  let hung = () => {};
  const over = new Promise<void>((resolve) => {
    hung = resolve;
  });
  const { door } = await opened(async (_, left) => {
    abort.abort();
    await left;
    gone.push('left');
    hung();
    return {};
  });
  const abort = new AbortController();
  const call = fetch(door.url, {
    method: 'POST',
    headers: { [door.header]: door.token },
    body: '{}',
    signal: abort.signal,
  });
  await expect(call).rejects.toThrow();
  await over;
  expect(gone).toEqual(['left']);
});
