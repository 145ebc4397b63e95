import type { ServerEnvelope } from '@contract/wire';
import { retryDelayMs } from './backoff.logic';
import { createListeners } from './listeners';
import { readServerEnvelope } from './read-envelope';
import type { ConnectionState, Transport } from './transport';

/*
 * connecting -> open <-> lost        any -> refused (the server answers, and says no)
 * T1  A lost connection is tried again until it opens or the server refuses the token.
 * T2  At most one socket is alive; what an abandoned one still says is ignored.
 * T3  After close() nothing is heard and nothing is tried.
 */
export type Socket = {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
};

/** `WebSocket.OPEN`; below it the socket is being opened, above it ends or has ended. */
export const SOCKET_OPEN = 1;

export type WebSocketTransportDeps = {
  readonly open: () => Socket;
  /** Asks over plain HTTP whether the token is still good: a refused upgrade looks like a dead server to a page. */
  readonly isRefused: () => Promise<boolean>;
  readonly later: (run: () => void, delayMs: number) => () => void;
};

export function createWebSocketTransport({ open, isRefused, later }: WebSocketTransportDeps): Transport {
  const messages = createListeners<ServerEnvelope>();
  const states = createListeners<ConnectionState>();
  let state: ConnectionState = 'connecting';
  let socket: Socket | null = null;
  let cancelRetry: (() => void) | null = null;
  let attempt = 0;
  let isClosed = false;

  const become = (next: ConnectionState) => {
    if (state === next || isClosed) return;
    state = next;
    states.tell(next);
  };

  const connect = () => {
    cancelRetry = null;
    const opened = open();
    socket = opened;
    const onOpen = () => {
      if (socket !== opened) return;
      attempt = 0;
      become('open');
    };
    opened.onopen = onOpen;
    opened.onmessage = (event) => {
      if (socket !== opened) return;
      const envelope = readServerEnvelope(parse(event.data));
      if (envelope !== null) messages.tell(envelope);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      void afterLoss();
    };
    // One that was begun early may be open already, and says so no more.
    if (opened.readyState === SOCKET_OPEN) onOpen();
  };

  const afterLoss = async () => {
    become('lost');
    const refused = await isRefused();
    if (isClosed || socket !== null || cancelRetry !== null) return;
    if (refused) {
      become('refused');
      return;
    }
    cancelRetry = later(connect, retryDelayMs(attempt));
    attempt += 1;
  };

  connect();

  return {
    send(envelope) {
      if (state === 'open') socket?.send(JSON.stringify(envelope));
    },
    listen: messages.add,
    state: () => state,
    onState: states.add,
    retryNow() {
      if (isClosed || cancelRetry === null) return;
      cancelRetry();
      connect();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      cancelRetry?.();
      const last = socket;
      socket = null;
      last?.close();
      messages.clear();
      states.clear();
    },
  };
}

function parse(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
