import type { Door } from '@contract/procedure';
import { ClientEnvelope, type ServerEnvelope } from '@contract/wire';
import { assertNever } from '@domain/result';
import type { Dispatch } from './dispatch';

/** One connected client, whatever carries it. A transport hands in what it received and sends what it is given. */
export type Connection = {
  receive(message: unknown): void;
  /** Ends every stream of this client. Safe to call twice. */
  close(): void;
};

export type ConnectionDeps = {
  readonly dispatch: Dispatch;
  readonly door: Door;
  readonly name: string;
  readonly send: (envelope: ServerEnvelope) => void;
};

/** More than any window needs; a client that asks for more is broken or hostile. */
const MOST_STREAMS = 200;

export function createConnection({ dispatch, door, name, send }: ConnectionDeps): Connection {
  // Only on the socket: every entry an agent may ask a command may ask too, so nothing is gained by saying it.
  const callerFor = (app: 'demo' | undefined, isAgent = false) => ({
    door: door === 'cli' && isAgent ? ('mcp' as const) : door,
    connection: name,
    app,
  });
  const streams = new Map<number, { stop: (() => void) | null; isStopped: boolean }>();
  let isClosed = false;

  const post = (envelope: ServerEnvelope) => {
    if (!isClosed) send(envelope);
  };

  const stop = (id: number) => {
    const stream = streams.get(id);
    if (stream === undefined) return;
    streams.delete(id);
    stream.isStopped = true;
    stream.stop?.();
  };

  const call = async (envelope: Extract<ClientEnvelope, { type: 'call' }>) => {
    const caller = callerFor(envelope.app, envelope.is_agent);
    const result = await dispatch.call(envelope.name, envelope.input, caller);
    post({ type: 'answer', id: envelope.id, result });
  };

  const follow = async (envelope: Extract<ClientEnvelope, { type: 'follow' }>) => {
    const { id, after, input, app } = envelope;
    if (streams.has(id) || streams.size >= MOST_STREAMS) {
      post({ type: 'ended', id, error: { code: 'too-many-streams' } });
      return;
    }
    const stream: { stop: (() => void) | null; isStopped: boolean } = { stop: null, isStopped: false };
    streams.set(id, stream);
    const begun = await dispatch.follow(
      envelope.name,
      input,
      after,
      (frame) => {
        if (!stream.isStopped) post({ type: 'frame', id, frame });
      },
      callerFor(app),
    );
    if (!begun.ok) {
      streams.delete(id);
      post({ type: 'ended', id, error: begun.error });
      return;
    }
    // Stopped while it was being opened: the handler's way to stop arrives only now.
    if (stream.isStopped) begun.value();
    else stream.stop = begun.value;
  };

  return {
    receive(message) {
      if (isClosed) return;
      const parsed = ClientEnvelope.safeParse(message);
      if (!parsed.success) {
        post({ type: 'unreadable' });
        return;
      }
      const envelope = parsed.data;
      switch (envelope.type) {
        case 'call':
          void call(envelope);
          return;
        case 'follow':
          void follow(envelope);
          return;
        case 'stop':
          stop(envelope.id);
          return;
        default:
          assertNever(envelope);
      }
    },
    close() {
      if (isClosed) return;
      for (const id of [...streams.keys()]) stop(id);
      isClosed = true;
    },
  };
}
