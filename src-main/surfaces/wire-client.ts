import { type ClientEnvelope, ServerEnvelope } from '@contract/wire';
import type { Cursor, Frame } from '@domain/feed';
import { assertNever, err, type Result } from '@domain/result';

/** The asking side of a connection, whatever carries it. */
export type WireClient = {
  call(name: string, input: unknown, isAgent?: boolean): Promise<Result<unknown, WireError>>;
  follow(name: string, input: unknown, after: Cursor | null, follower: Follower): () => void;
  receive(message: unknown): void;
  /** The connection is gone: every open call and stream is told so. */
  lose(): void;
};

export type WireError = { readonly code: string; readonly [fact: string]: unknown };
export type Follower = {
  frame(frame: Frame<unknown, unknown>): void;
  /** Refused by the server, or lost with the connection (`connection-lost`: follow again with the last cursor). */
  ended(error: WireError): void;
};

const LOST: WireError = { code: 'connection-lost' };

export function createWireClient(send: (envelope: ClientEnvelope) => void): WireClient {
  const calls = new Map<number, (result: Result<unknown, WireError>) => void>();
  const streams = new Map<number, Follower>();
  let nextId = 1;
  let isLost = false;

  const takeId = () => {
    nextId += 1;
    return nextId - 1;
  };

  return {
    call(name, input, isAgent = false) {
      if (isLost) return Promise.resolve(err(LOST));
      return new Promise((resolve) => {
        const id = takeId();
        calls.set(id, resolve);
        send({ type: 'call', id, name, input, ...(isAgent && { is_agent: true as const }) });
      });
    },
    follow(name, input, after, follower) {
      if (isLost) {
        follower.ended(LOST);
        return () => {};
      }
      const id = takeId();
      streams.set(id, follower);
      send({ type: 'follow', id, name, input, after });
      return () => {
        if (streams.delete(id) && !isLost) send({ type: 'stop', id });
      };
    },
    receive(message) {
      const parsed = ServerEnvelope.safeParse(message);
      if (!parsed.success) return;
      const envelope = parsed.data;
      switch (envelope.type) {
        case 'answer':
          calls.get(envelope.id)?.(envelope.result);
          calls.delete(envelope.id);
          return;
        case 'frame':
          streams.get(envelope.id)?.frame(envelope.frame);
          return;
        case 'ended': {
          const follower = streams.get(envelope.id);
          streams.delete(envelope.id);
          follower?.ended(envelope.error);
          return;
        }
        case 'unreadable':
          return;
        default:
          assertNever(envelope);
      }
    },
    lose() {
      if (isLost) return;
      isLost = true;
      for (const resolve of calls.values()) resolve(err(LOST));
      for (const follower of streams.values()) follower.ended(LOST);
      calls.clear();
      streams.clear();
    },
  };
}
