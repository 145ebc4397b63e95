import type { ClientEnvelope, ServerEnvelope } from './wire';

/** The one IPC channel. Every message on it is `(page, envelope)`. */
export const BRIDGE_CHANNEL = 'beads-bridge';

/**
 * What the preload gives the window: envelopes out, envelopes in, and the one thing only a preload can be asked. It knows no
 * entry of the contract.
 */
export type BeadsBridge = {
  send(envelope: ClientEnvelope): void;
  /** Answers the way to stop listening. */
  listen(receive: (envelope: ServerEnvelope) => void): () => void;
  /** Where a file lies that a person dropped, pasted or chose; empty for one that lies nowhere. */
  pathOf(file: unknown): string;
};
