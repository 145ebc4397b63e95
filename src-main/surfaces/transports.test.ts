import { once } from 'node:events';
import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { command, type Door, stream } from '@contract/procedure';
import { createFeed, type Frame } from '@domain/feed';
import { err, ok } from '@domain/result';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { tempDir } from '../testing/temp-dir';
import { createConnection } from './connection';
import { createDispatch, type Dispatch } from './dispatch';
import { type BridgeDeps, createBridge } from './http/bridge';
import { BRIDGE_PROTOCOL, createGate } from './http/gate';
import { startHttpServer } from './http/server';
import { listenLocalSocket } from './local-socket';
import { connectSocket } from './socket-client';
import { createWireClient, type Follower, type WireClient } from './wire-client';

const Refused = z.object({ code: z.literal('refused'), word: z.string() });
const contract = {
  words: {
    add: command({
      input: z.strictObject({ word: z.string() }),
      output: z.object({ count: z.number() }),
      errors: Refused,
      doors: ['ui', 'cli'],
    }),
    mcpOnly: command({ input: z.unknown(), output: z.unknown(), errors: Refused, doors: ['mcp'] }),
    hang: command({ input: z.unknown(), output: z.unknown(), errors: Refused, doors: ['ui', 'cli'] }),
    watch: stream({
      input: z.strictObject({}),
      snapshot: z.array(z.string()),
      change: z.string(),
      errors: Refused,
      doors: ['ui', 'cli'],
    }),
  },
};

function createWords() {
  const words: string[] = [];
  const feed = createFeed<string[], string>({ epoch: 'e', snapshot: () => [...words] });
  const add = (word: string) => {
    words.push(word);
    feed.publish(word);
  };
  const dispatch = createDispatch({
    contract,
    router: {
      words: {
        add: async ({ word }) => {
          if (word === 'no') return err({ code: 'refused', word });
          add(word);
          return ok({ count: words.length });
        },
        mcpOnly: async () => ok(1),
        hang: () => new Promise<never>(() => {}),
        watch: async (_input, after, deliver) => ok(feed.follow(after, deliver)),
      },
    },
    checkOutputs: true,
    newIncident: () => 'i',
    onIncident: () => {},
  });
  return { dispatch, feed, add, words };
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Client = Pick<WireClient, 'call' | 'follow'>;
type Opened = { readonly client: Client; drop(): void };
type Transport = { readonly door: Door; connect(): Promise<Opened> };

async function inProcess(dispatch: Dispatch): Promise<Transport> {
  return {
    door: 'ui',
    connect: async () => {
      // Like IPC: messages are copied, and arrive later.
      const later = (act: () => void) => void Promise.resolve().then(act);
      const client = createWireClient((envelope) => {
        const copy = structuredClone(envelope);
        later(() => connection.receive(copy));
      });
      const connection = createConnection({
        dispatch,
        door: 'ui',
        name: 'ipc-1',
        send: (envelope) => {
          const copy = structuredClone(envelope);
          later(() => client.receive(copy));
        },
      });
      const drop = () => {
        connection.close();
        client.lose();
      };
      return { client, drop };
    },
  };
}

async function serveBridge(dispatch: Dispatch, options: Partial<BridgeDeps> = {}) {
  const started = await startHttpServer({
    gate: createGate({ token: () => 'secret' }),
    routes: [createBridge({ dispatch, ...options })],
    port: 0,
    onTrouble: () => {},
  });
  if (!started.ok) throw new Error(started.error.code);
  closers.push(() => started.value.close());
  return `ws://127.0.0.1:${started.value.port}/bridge`;
}

async function openWebSocket(url: string, options = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, [BRIDGE_PROTOCOL, 'bearer.secret'], options);
  socket.on('error', () => {});
  closers.push(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function webSocket(dispatch: Dispatch): Promise<Transport> {
  const url = await serveBridge(dispatch);
  return {
    door: 'ui',
    connect: async () => {
      const socket = await openWebSocket(url);
      const client = createWireClient((envelope) => socket.send(JSON.stringify(envelope)));
      socket.on('message', (data) => client.receive(JSON.parse(String(data))));
      socket.on('close', () => client.lose());
      return { client, drop: () => socket.terminate() };
    },
  };
}

async function serveSocket(dispatch: Dispatch, maxWaitingBytes?: number): Promise<string> {
  const path = join(tempDir('socket'), 's.sock');
  const listening = await listenLocalSocket({ path, dispatch, maxWaitingBytes });
  if (!listening.ok) throw new Error(listening.error.detail);
  closers.push(() => listening.value.close());
  return path;
}

async function localSocket(dispatch: Dispatch): Promise<Transport> {
  const path = await serveSocket(dispatch);
  return {
    door: 'cli',
    connect: async () => {
      const connected = await connectSocket(path);
      if (!connected.ok) throw new Error(connected.error.code);
      closers.push(() => connected.value.close());
      return { client: connected.value, drop: () => connected.value.close() };
    },
  };
}

function createFollower() {
  const frames: Frame<unknown, unknown>[] = [];
  const ends: { code: string }[] = [];
  const follower: Follower = { frame: (frame) => frames.push(frame), ended: (error) => ends.push(error) };
  const seen = () => frames.map((frame) => (frame.type === 'change' ? frame.change : frame.value));
  return { follower, frames, ends, seen };
}

/** Unlike `once`, which gives up when an error comes first. */
const closeOf = (socket: { on(event: 'close', heard: () => void): unknown }) =>
  new Promise<void>((resolve) => socket.on('close', () => resolve()));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

describe.each([
  ['in-process pair', inProcess],
  ['WebSocket', webSocket],
  ['local socket', localSocket],
])('over %s', (_name, transportOver) => {
  const setUp = async () => {
    const words = createWords();
    return { ...words, transport: await transportOver(words.dispatch) };
  };

  it('a call is answered, also many at once', async () => {
    const { transport, words } = await setUp();
    const { client } = await transport.connect();
    expect(await client.call('words.add', { word: 'one' })).toEqual(ok({ count: 1 }));
    const many = Array.from({ length: 50 }, (_, at) => client.call('words.add', { word: `w${at} é\n"` }));
    expect((await Promise.all(many)).every((answer) => answer.ok)).toBe(true);
    expect(words).toHaveLength(51);
  });

  it('typed errors arrive as they were made', async () => {
    const { transport } = await setUp();
    const { client } = await transport.connect();
    expect(await client.call('words.add', { word: 'no' })).toEqual(err({ code: 'refused', word: 'no' }));
    expect(await client.call('words.add', { word: 1 })).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', name: 'words.add', issues: [{ path: 'word' }] },
    });
    expect(await client.call('words.nothing', {})).toEqual(
      err({ code: 'unknown-entry', name: 'words.nothing' }),
    );
  });

  it('D2 a closed door stays closed', async () => {
    const { transport } = await setUp();
    const { client } = await transport.connect();
    expect(await client.call('words.mcpOnly', {})).toEqual(
      err({ code: 'door-closed', name: 'words.mcpOnly', door: transport.door }),
    );
    // The socket's client may say that it speaks for an agent, and loses what a person may; the window's may not.
    const isSocket = transport.door === 'cli';
    expect(await client.call('words.mcpOnly', {}, true)).toEqual(
      isSocket ? ok(1) : err({ code: 'door-closed', name: 'words.mcpOnly', door: 'ui' }),
    );
    expect((await client.call('words.add', { word: 'a' }, true)).ok).toBe(!isSocket);
  });

  it('F1 a stream goes on after a lost connection where it ended', async () => {
    const { transport, add, feed } = await setUp();
    const first = await transport.connect();
    const { follower, frames, ends, seen } = createFollower();
    first.client.follow('words.watch', {}, null, follower);
    await eventually(() => expect(seen()).toEqual([[]]));
    add('a');
    await eventually(() => expect(seen()).toEqual([[], 'a']));
    first.drop();
    await eventually(() => expect([ends, feed.followers()]).toEqual([[{ code: 'connection-lost' }], 0]));
    add('b');
    add('c');
    const second = await transport.connect();
    const stop = second.client.follow('words.watch', {}, frames.at(-1)?.cursor ?? null, follower);
    await eventually(() => expect(seen()).toEqual([[], 'a', 'b', 'c']));
    stop();
    await eventually(() => expect(feed.followers()).toBe(0));
  });

  it('a call that is open when the connection is lost is told so', async () => {
    const { transport } = await setUp();
    const { client, drop } = await transport.connect();
    const hanging = client.call('words.hang', {});
    await client.call('words.add', { word: 'there' });
    drop();
    expect(await hanging).toEqual(err({ code: 'connection-lost' }));
    expect(await client.call('words.add', { word: 'late' })).toEqual(err({ code: 'connection-lost' }));
  });
});

describe('the WebSocket', () => {
  it('B3 answers with its own protocol, never with the token', async () => {
    const socket = await openWebSocket(await serveBridge(createWords().dispatch));
    expect(socket.protocol).toBe(BRIDGE_PROTOCOL);
  });

  it('says when it cannot read a message, and stays', async () => {
    const socket = await openWebSocket(await serveBridge(createWords().dispatch));
    const received: unknown[] = [];
    socket.on('message', (data) => received.push(JSON.parse(String(data))));
    for (const message of ['{', 'null', Buffer.from('{"type":"call","id":1,"name":"x"}')])
      socket.send(message);
    await eventually(() => expect(received).toEqual(Array(3).fill({ type: 'unreadable' })));
  });

  it('closes on a message that is too large', async () => {
    const socket = await openWebSocket(await serveBridge(createWords().dispatch));
    const closed = closeOf(socket);
    socket.send('x'.repeat(5 * 1024 * 1024));
    await closed;
  });

  it('B2 lets go of a client that does not answer the heartbeat', async () => {
    const { dispatch, feed } = createWords();
    const url = await serveBridge(dispatch, { heartbeatMs: 20 });
    const socket = await openWebSocket(url, { autoPong: false });
    await closeOf(socket);
    expect(feed.followers()).toBe(0);
  });

  it('B1 cuts off a client that does not read, and it resumes', async () => {
    const { dispatch, feed, add } = createWords();
    const url = await serveBridge(dispatch, { maxWaitingBytes: 100_000 });
    const socket = await openWebSocket(url);
    socket.send(JSON.stringify({ type: 'follow', id: 1, name: 'words.watch', input: {}, after: null }));
    await once(socket, 'message');
    socket.pause();
    await eventually(() => {
      add('x'.repeat(200_000));
      expect(feed.followers()).toBe(0);
    });
  });
});

describe('the local socket', () => {
  const raw = async (path: string) => {
    const socket = connect({ path });
    socket.on('error', () => {});
    closers.push(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };

  it('can be used by its owner alone, and leaves no file behind', async () => {
    const path = join(tempDir('socket'), 's.sock');
    const listening = await listenLocalSocket({ path, dispatch: createWords().dispatch });
    if (!listening.ok) throw new Error(listening.error.detail);
    expect(lstatSync(path).mode & 0o777).toBe(0o600);
    await listening.value.close();
    expect(existsSync(path)).toBe(false);
  });

  it('takes over from a socket that a killed process left, but removes no other file', async () => {
    const folder = tempDir('socket');
    const [path, moved] = [join(folder, 's.sock'), join(folder, 'moved')];
    const { dispatch } = createWords();
    const first = await listenLocalSocket({ path: moved, dispatch });
    if (!first.ok) throw new Error(first.error.detail);
    renameSync(moved, path);
    await first.value.close();
    const second = await listenLocalSocket({ path, dispatch });
    expect(second.ok).toBe(true);
    if (second.ok) await second.value.close();
    writeFileSync(path, 'mine');
    expect(await listenLocalSocket({ path, dispatch })).toMatchObject({ error: { code: 'socket-failed' } });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it('nobody there is an answer', async () => {
    expect(await connectSocket(join(tempDir('socket'), 'none.sock'))).toEqual(err({ code: 'nobody-there' }));
  });

  it('lets go of a client whose line does not end', async () => {
    const socket = await raw(await serveSocket(createWords().dispatch));
    const closed = closeOf(socket);
    socket.write('x'.repeat(5 * 1024 * 1024));
    await closed;
  });

  it('lets go of a client that does not read', async () => {
    const { dispatch, feed, add } = createWords();
    const socket = await raw(await serveSocket(dispatch, 100_000));
    socket.write(
      `${JSON.stringify({ type: 'follow', id: 1, name: 'words.watch', input: {}, after: null })}\n`,
    );
    await once(socket, 'data');
    socket.pause();
    await eventually(() => {
      add('x'.repeat(200_000));
      expect(feed.followers()).toBe(0);
    });
  });
});
