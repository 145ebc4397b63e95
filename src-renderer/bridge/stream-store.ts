import type { Client, StreamChange, StreamError, StreamInput, StreamName, StreamSnapshot } from './client';
import { createListeners } from './listeners';

export type StreamState<Value, Error> =
  | { readonly status: 'waiting'; readonly value: null; readonly error: null }
  | { readonly status: 'live'; readonly value: Value; readonly error: null }
  /** The last value stays: what a person is reading is not taken away. */
  | { readonly status: 'ended'; readonly value: Value | null; readonly error: Error };

export type StreamStore<Value, Error, Change = unknown> = {
  subscribe(onChange: () => void): () => void;
  get(): StreamState<Value, Error>;
  /** Each change as it comes, for those that are events rather than state. Heard only while somebody subscribes. */
  onChange(listener: (change: Change) => void): () => void;
};

export type Fold<N extends StreamName> = (
  value: StreamSnapshot<N>,
  change: StreamChange<N>,
) => StreamSnapshot<N>;

export type StreamStoreOptions<N extends StreamName> = {
  readonly client: Client;
  readonly name: N;
  readonly input: StreamInput<N>;
  readonly fold: Fold<N>;
  readonly later?: (run: () => void, delayMs: number) => () => void;
};

const LINGER_MS = 3000;

/** Follows while somebody looks, and a little longer: going to another view and back does not start anew. */
export function createStreamStore<N extends StreamName>(
  options: StreamStoreOptions<N>,
): StreamStore<StreamSnapshot<N>, StreamError<N>, StreamChange<N>> {
  const { client, name, input, fold, later = laterByTimer } = options;
  type State = StreamState<StreamSnapshot<N>, StreamError<N>>;
  const listeners = new Set<() => void>();
  const changes = createListeners<StreamChange<N>>();
  let state: State = { status: 'waiting', value: null, error: null };
  let stop: (() => void) | null = null;
  let cancelStop: (() => void) | null = null;

  const become = (next: State) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  const start = () => {
    stop = client.follow(name, input, {
      onFrame(frame) {
        if (frame.type === 'snapshot') {
          become({ status: 'live', value: frame.value, error: null });
          return;
        }
        if (state.status !== 'live') return;
        become({ status: 'live', value: fold(state.value, frame.change), error: null });
        changes.tell(frame.change);
      },
      onEnded: (error) => become({ status: 'ended', value: state.value, error }),
    });
  };

  return {
    get: () => state,
    onChange: changes.add,
    subscribe(listener) {
      listeners.add(listener);
      cancelStop?.();
      cancelStop = null;
      if (stop === null) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancelStop = later(() => {
          stop?.();
          stop = null;
          state = { status: 'waiting', value: null, error: null };
        }, LINGER_MS);
      };
    },
  };
}

function laterByTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
