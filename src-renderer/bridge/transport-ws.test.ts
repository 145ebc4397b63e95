import { describe, expect, it } from 'vitest';
import { createWebSocketTransport, SOCKET_OPEN, type Socket } from './transport-ws';

function createWorld(readyState = 0) {
  const sockets: (Socket & { sent: string[]; isClosed: boolean })[] = [];
  const waiting: { run: () => void; delayMs: number; isCancelled: boolean }[] = [];
  const world = { sockets, waiting, isTokenRefused: false };
  const transport = createWebSocketTransport({
    open() {
      const socket = {
        readyState,
        sent: [] as string[],
        isClosed: false,
        onopen: null,
        onclose: null,
        onmessage: null,
        send: (text: string) => void socket.sent.push(text),
        close: () => {
          socket.isClosed = true;
        },
      } as Socket & { sent: string[]; isClosed: boolean };
      sockets.push(socket);
      return socket;
    },
    isRefused: () => Promise.resolve(world.isTokenRefused),
    later(run, delayMs) {
      const entry = { run, delayMs, isCancelled: false };
      waiting.push(entry);
      return () => {
        entry.isCancelled = true;
      };
    },
  });
  const states: string[] = [];
  transport.onState((state) => states.push(state));
  return { ...world, world, transport, states };
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe('WebSocket transport', () => {
  it('T1 tries again after a loss, more calmly each time, and starts afresh once it was open', async () => {
    const { sockets, waiting, states } = createWorld();
    sockets[0]?.onopen?.();
    sockets[0]?.onclose?.();
    await settled();
    waiting[0]?.run();
    sockets[1]?.onclose?.();
    await settled();
    waiting[1]?.run();
    sockets[2]?.onopen?.();
    sockets[2]?.onclose?.();
    await settled();
    expect(waiting.map((entry) => entry.delayMs)).toEqual([250, 500, 250]);
    expect(states).toEqual(['open', 'lost', 'open', 'lost']);
  });

  it('T1 stops trying when the server refuses the token', async () => {
    const { sockets, waiting, states, world } = createWorld();
    world.isTokenRefused = true;
    sockets[0]?.onclose?.();
    await settled();
    expect(states).toEqual(['lost', 'refused']);
    expect(waiting).toEqual([]);
  });

  it('T2 hears nothing from a socket that was given up, nor what is no envelope', async () => {
    const { sockets, waiting, transport } = createWorld();
    const heard: unknown[] = [];
    transport.listen((envelope) => heard.push(envelope));
    const first = sockets[0];
    first?.onclose?.();
    await settled();
    waiting[0]?.run();
    first?.onmessage?.({ data: '{"type":"unreadable"}' });
    sockets[1]?.onmessage?.({ data: 'no json' });
    sockets[1]?.onmessage?.({ data: '{"type":"frame","id":1,"frame":{}}' });
    sockets[1]?.onmessage?.({ data: '{"type":"unreadable"}' });
    expect(heard).toEqual([{ type: 'unreadable' }]);
  });

  it('a socket that was open before it was taken is used at once, in both directions and in order', () => {
    const { sockets, transport } = createWorld(SOCKET_OPEN);
    expect(transport.state()).toBe('open');
    const heard: unknown[] = [];
    transport.listen((envelope) => heard.push(envelope));
    transport.send({ type: 'stop', id: 1 });
    transport.send({ type: 'stop', id: 2 });
    const answer = (id: number) => ({ type: 'answer', id, result: { ok: true, value: id } });
    for (const id of [1, 2, 3]) sockets[0]?.onmessage?.({ data: JSON.stringify(answer(id)) });
    expect(sockets[0]?.sent).toEqual(['{"type":"stop","id":1}', '{"type":"stop","id":2}']);
    expect(heard).toEqual([answer(1), answer(2), answer(3)]);
  });

  it('T1 a socket that was open before it was taken and is lost is followed by another', async () => {
    const { sockets, waiting, states } = createWorld(SOCKET_OPEN);
    sockets[0]?.onclose?.();
    await settled();
    waiting[0]?.run();
    expect([sockets.length, states]).toEqual([2, ['lost', 'open']]);
  });

  it('T3 is still after close', async () => {
    const { sockets, waiting, transport, states } = createWorld();
    const socket = sockets[0];
    transport.close();
    socket?.onclose?.();
    await settled();
    expect([waiting, states, socket?.isClosed]).toEqual([[], [], true]);
  });
});
