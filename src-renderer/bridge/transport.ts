import type { ClientEnvelope, ServerEnvelope } from '@contract/wire';

/**
 * connecting  the first connection is being made; nothing was ever shown
 * open        envelopes travel
 * lost        it was open once, or could not be opened; another try is under way
 * refused     the server is there and does not know our token: only a new link helps
 */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

/** Carries envelopes and knows nothing of what they mean. What is sent while it is not open is dropped. */
export type Transport = {
  send(envelope: ClientEnvelope): void;
  listen(onMessage: (envelope: ServerEnvelope) => void): () => void;
  state(): ConnectionState;
  onState(onChange: (state: ConnectionState) => void): () => void;
  /** Does not wait for the next try. */
  retryNow(): void;
  close(): void;
};
