import type { ServerEnvelope } from '@contract/wire';
import { createListeners } from './listeners';
import { readServerEnvelope } from './read-envelope';
import type { ConnectionState, Transport } from './transport';

/** What preload exposes as `window.beadsBridge`. */
export type PreloadBridge = {
  send(envelope: unknown): void;
  listen(onMessage: (envelope: unknown) => void): () => void;
  pathOf(file: File): string;
};

/** The window and the program live and die together, so this connection is open from the start and is never lost. */
export function createIpcTransport(bridge: PreloadBridge): Transport {
  const messages = createListeners<ServerEnvelope>();
  const states = createListeners<ConnectionState>();
  const stop = bridge.listen((message) => {
    const envelope = readServerEnvelope(message);
    if (envelope !== null) messages.tell(envelope);
  });
  return {
    send: (envelope) => bridge.send(envelope),
    listen: messages.add,
    state: () => 'open',
    onState: states.add,
    retryNow: () => {},
    close() {
      stop();
      messages.clear();
      states.clear();
    },
  };
}
