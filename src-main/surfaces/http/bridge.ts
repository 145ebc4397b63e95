import type { ServerEnvelope } from '@contract/wire';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { createConnection } from '../connection';
import type { Dispatch } from '../dispatch';
import { BRIDGE_PROTOCOL } from './gate';
import { refuse } from './refuse';
import type { UpgradeRoute } from './route';

/*
 * The window's connection in the web shell: envelopes as JSON text over one WebSocket.
 * B1  A client that stops reading is cut off before it costs memory; it comes back and resumes by cursor.
 * B2  A client that is silently gone is noticed by a missed heartbeat.
 * B3  The token a client came with is never sent back.
 */
export type BridgeDeps = {
  readonly dispatch: Dispatch;
  readonly heartbeatMs?: number;
  readonly maxWaitingBytes?: number;
};

const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** More than the window of one flooding terminal, all of it control characters: each is six bytes of JSON. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const MOST_CLIENTS = 64;

export function createBridge(deps: BridgeDeps): UpgradeRoute {
  const { dispatch, heartbeatMs = 15_000, maxWaitingBytes = MAX_WAITING_BYTES } = deps;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(BRIDGE_PROTOCOL) ? BRIDGE_PROTOCOL : false),
  });
  const answered = new WeakSet<WebSocket>();
  let named = 0;

  const beat = setInterval(() => {
    for (const client of server.clients) {
      if (answered.delete(client)) client.ping();
      else client.terminate();
    }
  }, heartbeatMs);
  beat.unref();

  const serve = (client: WebSocket) => {
    named += 1;
    answered.add(client);
    // One message may be larger than the limit (a board of 50,000 beads); it alone is no sign of a client that stopped.
    let allowed = maxWaitingBytes;
    const connection = createConnection({
      dispatch,
      door: 'ui',
      name: `ws-${named}`,
      send: (envelope: ServerEnvelope) => {
        if (client.readyState !== client.OPEN) return;
        const waiting = client.bufferedAmount;
        if (waiting === 0) allowed = maxWaitingBytes;
        if (waiting > allowed) {
          client.terminate();
          return;
        }
        const text = JSON.stringify(envelope);
        client.send(text);
        if (text.length > maxWaitingBytes && allowed === maxWaitingBytes)
          allowed = client.bufferedAmount + maxWaitingBytes;
      },
    });
    client.on('message', (data, isBinary) => connection.receive(isBinary ? null : parseJson(data)));
    client.on('pong', () => answered.add(client));
    // 'close' follows every error; without a listener the error would end the program.
    client.on('error', () => {});
    client.on('close', () => connection.close());
  };

  return {
    kind: 'upgrade',
    path: '/bridge',
    access: 'token',
    accept(_admission, { request, socket, head }) {
      if (server.clients.size >= MOST_CLIENTS) {
        refuse(socket, 503);
        return;
      }
      server.handleUpgrade(request, socket, head, serve);
    },
    close() {
      clearInterval(beat);
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}
