import { describe, expect, it } from 'vitest';
import { createFakeServer } from '../testing/fake-server';
import { createClient } from './client';

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe('client', () => {
  it('answers a call with the result the server gave', async () => {
    const server = createFakeServer();
    server.on('projects.choose', () => ({ ok: true, value: { path: '/home/ada/tidewater' } }));
    const client = createClient(server.transport);
    expect(await client.call('projects.choose', {})).toEqual({
      ok: true,
      value: { path: '/home/ada/tidewater' },
    });
  });

  it('C1 sends a query again after a lost connection', async () => {
    const server = createFakeServer();
    const client = createClient(server.transport);
    const answer = client.ask('app.doctor', {});
    server.become('lost');
    server.on('app.doctor', () => ({ ok: true, value: { checked_at: 'now', checks: [] } }));
    server.become('open');
    expect(await answer).toEqual({ ok: true, value: { checked_at: 'now', checks: [] } });
    expect(server.calls('app.doctor')).toHaveLength(2);
  });

  it('C1 never sends a command again', async () => {
    const server = createFakeServer();
    const client = createClient(server.transport);
    const answer = client.call('projects.open', { path: '/a' });
    server.become('lost');
    server.become('open');
    expect(await answer).toEqual({ ok: false, error: { code: 'connection-lost', was_sent: true } });
    expect(server.calls('projects.open')).toHaveLength(1);
  });

  it('C2 a command waits for the first connection', async () => {
    const server = createFakeServer('connecting');
    server.on('projects.choose', () => ({ ok: true, value: { path: null } }));
    const client = createClient(server.transport);
    const answer = client.call('projects.choose', {});
    expect(server.sent).toEqual([]);
    server.become('open');
    expect(await answer).toEqual({ ok: true, value: { path: null } });
  });

  it('C2 a command answers at once while the connection is lost', async () => {
    const server = createFakeServer('lost');
    const client = createClient(server.transport);
    expect(await client.call('projects.choose', {})).toEqual({
      ok: false,
      error: { code: 'connection-lost', was_sent: false },
    });
  });

  it('C3 a stream goes on from its cursor after a lost connection', async () => {
    const server = createFakeServer();
    server.snapshot('settings.watch', { n: 0 });
    const client = createClient(server.transport);
    const frames: unknown[] = [];
    client.follow('settings.watch', {}, { onFrame: (frame) => frames.push(frame), onEnded: () => {} });
    await settled();
    server.publish('settings.watch', { n: 1 });
    server.become('lost');
    server.become('open');
    const follows = server.sent.filter((envelope) => envelope.type === 'follow');
    expect(follows.map((envelope) => envelope.after)).toEqual([null, { epoch: 'e1', seq: 1 }]);
    expect(frames).toHaveLength(2);
  });

  it('C3 a gap asks for a fresh snapshot and is not delivered', async () => {
    const server = createFakeServer();
    server.snapshot('settings.watch', { n: 0 });
    const client = createClient(server.transport);
    const kinds: string[] = [];
    client.follow('settings.watch', {}, { onFrame: (frame) => kinds.push(frame.type), onEnded: () => {} });
    await settled();
    server.say({
      type: 'frame',
      id: 1,
      frame: { type: 'change', cursor: { epoch: 'e1', seq: 9 }, change: {} },
    });
    await settled();
    expect(kinds).toEqual(['snapshot', 'snapshot']);
  });

  it('C4 nothing is heard after stop', async () => {
    const server = createFakeServer();
    server.snapshot('settings.watch', { n: 0 });
    const client = createClient(server.transport);
    const frames: unknown[] = [];
    const stop = client.follow(
      'settings.watch',
      {},
      { onFrame: (frame) => frames.push(frame), onEnded: () => {} },
    );
    await settled();
    stop();
    server.publish('settings.watch', { n: 1 });
    expect(frames).toHaveLength(1);
    expect(server.sent.at(-1)).toEqual({ type: 'stop', id: 1 });
  });
});
