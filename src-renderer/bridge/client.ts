import type { BeadsContract } from '@contract/index';
import type {
  AnyCommand,
  AnyStream,
  ChangeOf,
  Command,
  DispatchError,
  ErrorOf,
  OutputOf,
  RawInputOf,
  SnapshotOf,
} from '@contract/procedure';
import type { ClientEnvelope, ServerEnvelope } from '@contract/wire';
import type { Cursor, Frame } from '@domain/feed';
import { assertNever, err, type Result } from '@domain/result';
import { createListeners } from './listeners';
import type { ConnectionState, Transport } from './transport';

/*
 * C1  A query is sent again after a lost connection; a command never is, it answers `connection-lost`.
 * C2  A command that was never sent waits for the first connection; while a connection is lost it answers at once.
 * C3  A stream goes on from the cursor of its last frame; a gap or another epoch asks for a fresh snapshot.
 * C4  After stop() a follower hears nothing more.
 */

type NamesOf<Wanted> = {
  [S in keyof BeadsContract & string]: {
    [N in keyof BeadsContract[S] & string]: BeadsContract[S][N] extends Wanted ? `${S}.${N}` : never;
  }[keyof BeadsContract[S] & string];
}[keyof BeadsContract & string];

// biome-ignore lint/suspicious/noExplicitAny: picks entries by kind, whatever they carry
type OfKind<K extends 'command' | 'query'> = Command<any, any, any, K>;

export type QueryName = NamesOf<OfKind<'query'>>;
export type CommandName = NamesOf<OfKind<'command'>>;
export type CallName = QueryName | CommandName;
export type StreamName = NamesOf<AnyStream>;

export type EntryOf<Name extends string> = Name extends `${infer S}.${infer N}`
  ? S extends keyof BeadsContract
    ? N extends keyof BeadsContract[S]
      ? BeadsContract[S][N]
      : never
    : never
  : never;

type CommandOf<N extends CallName> = Extract<EntryOf<N>, AnyCommand>;
type StreamOf<N extends StreamName> = Extract<EntryOf<N>, AnyStream>;

/** `was_sent`: the program may or may not have done it; the screen must say so. */
export type ConnectionLost = { readonly code: 'connection-lost'; readonly was_sent: boolean };

export type CallInput<N extends CallName> = RawInputOf<CommandOf<N>>;
export type CallOutput<N extends CallName> = OutputOf<CommandOf<N>>;
export type CallError<N extends CallName> = ErrorOf<CommandOf<N>> | DispatchError | ConnectionLost;
export type CallResult<N extends CallName> = Result<CallOutput<N>, CallError<N>>;

export type StreamInput<N extends StreamName> = RawInputOf<StreamOf<N>>;
export type StreamSnapshot<N extends StreamName> = SnapshotOf<StreamOf<N>>;
export type StreamChange<N extends StreamName> = ChangeOf<StreamOf<N>>;
export type StreamError<N extends StreamName> = ErrorOf<StreamOf<N>> | DispatchError;

export type Follower<N extends StreamName> = {
  readonly onFrame: (frame: Frame<StreamSnapshot<N>, StreamChange<N>>) => void;
  /** The stream could not begin, or the server ended it: no frame follows. */
  readonly onEnded: (error: StreamError<N>) => void;
};

export type Client = {
  /** Commands and queries alike, sent at most once. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult<N>>;
  /** Queries only: survives a lost connection. */
  ask<N extends QueryName>(name: N, input: CallInput<N>): Promise<CallResult<N>>;
  follow<N extends StreamName>(name: N, input: StreamInput<N>, follower: Follower<N>): () => void;
  connection(): ConnectionState;
  onConnection(onChange: (state: ConnectionState) => void): () => void;
  retryNow(): void;
  close(): void;
};

type Pending = {
  readonly envelope: ClientEnvelope;
  readonly isRepeatable: boolean;
  isSent: boolean;
  readonly resolve: (result: Result<never, ConnectionLost>) => void;
};

type Following = {
  readonly name: string;
  readonly input: unknown;
  cursor: Cursor | null;
  readonly deliver: (frame: Frame<never, never>) => void;
  readonly end: (error: { code: never }) => void;
};

/** `app`: which program behind the transport is meant; left out, the one itself. */
export function createClient(transport: Transport, app?: 'demo'): Client {
  const pending = new Map<number, Pending>();
  const streams = new Map<number, Following>();
  const states = createListeners<ConnectionState>();
  let lastId = 0;
  const newId = () => {
    lastId += 1;
    return lastId;
  };

  const send = (id: number, call: Pending) => {
    if (transport.state() !== 'open') return;
    pending.set(id, call);
    call.isSent = true;
    transport.send(call.envelope);
  };

  const sendFollow = (id: number, stream: Following) => {
    if (transport.state() !== 'open') return;
    transport.send({ type: 'follow', id, name: stream.name, input: stream.input, after: stream.cursor, app });
  };

  const begin = (name: string, input: unknown, isRepeatable: boolean) =>
    new Promise<Result<never, ConnectionLost>>((resolve) => {
      const state = transport.state();
      if (!isRepeatable && (state === 'lost' || state === 'refused')) {
        resolve(err({ code: 'connection-lost', was_sent: false }));
        return;
      }
      const id = newId();
      const call: Pending = {
        envelope: { type: 'call', id, name, input, app },
        isRepeatable,
        isSent: false,
        resolve,
      };
      pending.set(id, call);
      send(id, call);
    });

  const onFrame = (id: number, frame: Frame<never, never>) => {
    const stream = streams.get(id);
    if (stream === undefined) return;
    if (frame.type === 'change' && !continues(stream.cursor, frame.cursor)) {
      streams.delete(id);
      transport.send({ type: 'stop', id });
      stream.cursor = null;
      // Under a new id: frames of the old one may still be on their way.
      restart(stream);
      return;
    }
    stream.cursor = frame.cursor;
    stream.deliver(frame);
  };

  const idOf = new Map<Following, number>();
  const restart = (stream: Following) => {
    const id = newId();
    idOf.set(stream, id);
    streams.set(id, stream);
    sendFollow(id, stream);
  };

  const onMessage = (envelope: ServerEnvelope) => {
    switch (envelope.type) {
      case 'answer': {
        const call = pending.get(envelope.id);
        pending.delete(envelope.id);
        // The contract types what the server checked; this is where the two meet.
        call?.resolve(envelope.result as Result<never, never>);
        return;
      }
      case 'frame':
        onFrame(envelope.id, envelope.frame as Frame<never, never>);
        return;
      case 'ended': {
        const stream = streams.get(envelope.id);
        streams.delete(envelope.id);
        stream?.end(envelope.error as { code: never });
        return;
      }
      case 'unreadable':
        return;
      default:
        assertNever(envelope);
    }
  };

  const onState = (state: ConnectionState) => {
    if (state === 'open') {
      for (const [id, stream] of streams) sendFollow(id, stream);
      for (const [id, call] of [...pending]) send(id, call);
    } else if (state !== 'connecting') {
      for (const [id, call] of [...pending]) {
        if (call.isRepeatable) continue;
        pending.delete(id);
        call.resolve(err({ code: 'connection-lost', was_sent: call.isSent }));
      }
    }
    states.tell(state);
  };

  const stopListening = transport.listen(onMessage);
  const stopWatching = transport.onState(onState);

  return {
    call: (name, input) => begin(name, input, false),
    ask: (name, input) => begin(name, input, true),
    follow(name, input, follower) {
      const stream: Following = {
        name,
        input,
        cursor: null,
        deliver: follower.onFrame,
        end: follower.onEnded as Following['end'],
      };
      restart(stream);
      return () => {
        const id = idOf.get(stream);
        idOf.delete(stream);
        if (id === undefined || !streams.delete(id)) return;
        if (transport.state() === 'open') transport.send({ type: 'stop', id });
      };
    },
    connection: transport.state,
    onConnection: states.add,
    retryNow: transport.retryNow,
    close() {
      stopListening();
      stopWatching();
      streams.clear();
      for (const call of pending.values())
        call.resolve(err({ code: 'connection-lost', was_sent: call.isSent }));
      pending.clear();
      transport.close();
    },
  };
}

function continues(last: Cursor | null, next: Cursor): boolean {
  return last !== null && last.epoch === next.epoch && next.seq === last.seq + 1;
}
