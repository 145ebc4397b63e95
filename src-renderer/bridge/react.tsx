import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type {
  CallError,
  CallInput,
  CallName,
  CallOutput,
  CallResult,
  Client,
  CommandName,
  QueryName,
  StreamChange,
  StreamError,
  StreamInput,
  StreamName,
  StreamSnapshot,
} from './client';
import { createStreamStore, type Fold, type StreamState, type StreamStore } from './stream-store';
import type { ConnectionState } from './transport';

/** Query failures travel as exceptions inside react-query alone; `failure` is the typed error. */
export class EntryFailure<E> extends Error {
  constructor(readonly failure: E) {
    super('The entry answered with an error');
  }
}

type Bridge = {
  readonly client: Client;
  // biome-ignore lint/suspicious/noExplicitAny: stores of every stream side by side, typed again where they are taken
  readonly stores: Map<string, StreamStore<any, any, any>>;
};

const BridgeContext = createContext<Bridge | null>(null);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

export function BridgeProvider({ client, children }: { client: Client; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  const [bridge] = useState<Bridge>(() => ({ client, stores: new Map() }));
  useEffect(
    () =>
      client.onConnection((state) => {
        // What was asked before the loss may have changed meanwhile.
        if (state === 'open') void queries.invalidateQueries();
      }),
    [client, queries],
  );
  return (
    <BridgeContext value={bridge}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </BridgeContext>
  );
}

function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === null) throw new Error('No BridgeProvider above this component');
  return bridge;
}

export function useClient(): Client {
  return useBridge().client;
}

export function useConnection(): ConnectionState {
  const { client } = useBridge();
  return useSyncExternalStore(client.onConnection, client.connection);
}

export function useQueryEntry<N extends QueryName>(
  name: N,
  input: CallInput<N>,
  options: {
    isEnabled?: boolean;
    keepPrevious?: boolean;
    staleMs?: number;
    /** Asked anew each time it is looked at: what a form is filled in with must not be an answer of before. */
    isFresh?: boolean;
  } = {},
) {
  const { client } = useBridge();
  return useQuery<CallOutput<N>, EntryFailure<CallError<N>>>({
    queryKey: [name, input],
    queryFn: async () => {
      const result = await client.ask(name, input);
      if (result.ok) return result.value;
      throw new EntryFailure(result.error);
    },
    enabled: options.isEnabled ?? true,
    staleTime: options.staleMs ?? 0,
    ...(options.isFresh ? { gcTime: 0 } : {}),
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  });
}

/** A list page by page: `next` tells what to ask for after the last of them, or null at the end. */
export function usePages<N extends QueryName>(
  name: N,
  input: CallInput<N>,
  next: (last: CallOutput<N>, pages: readonly CallOutput<N>[]) => Partial<CallInput<N>> | null,
) {
  const { client } = useBridge();
  return useInfiniteQuery({
    queryKey: [name, 'pages', input],
    initialPageParam: {} as Partial<CallInput<N>>,
    queryFn: async ({ pageParam }): Promise<CallOutput<N>> => {
      const result = await client.ask(name, Object.assign({}, input, pageParam));
      if (result.ok) return result.value;
      throw new EntryFailure(result.error);
    },
    getNextPageParam: (last, pages) => next(last, pages),
    placeholderData: keepPreviousData,
  }) as UseInfiniteQueryResult<{ pages: CallOutput<N>[] }, EntryFailure<CallError<N>>>;
}

/** What was asked by this name is asked again: something changed it that it cannot see. */
export function useInvalidate(): (name: QueryName) => void {
  const queries = useQueryClient();
  return (name) => void queries.invalidateQueries({ queryKey: [name] });
}

export type CommandHandle<N extends CallName> = {
  readonly run: (input: CallInput<N>) => Promise<CallResult<N>>;
  readonly isRunning: boolean;
};

/** A command answers with a Result and never throws: the caller decides what a failure looks like. */
export function useCommand<N extends CommandName>(name: N): CommandHandle<N> {
  const { client } = useBridge();
  const { mutateAsync, isPending } = useMutation<CallResult<N>, never, CallInput<N>>({
    mutationFn: (input) => client.call(name, input),
  });
  return { run: mutateAsync, isRunning: isPending };
}

function useStreamStore<N extends StreamName>(
  name: N,
  input: StreamInput<N>,
  fold: Fold<N>,
): StreamStore<StreamSnapshot<N>, StreamError<N>, StreamChange<N>> {
  const { client, stores } = useBridge();
  const key = `${name} ${JSON.stringify(input)}`;
  const known = stores.get(key);
  if (known !== undefined) return known;
  const store = createStreamStore({ client, name, input, fold });
  stores.set(key, store);
  return store;
}

/** One store per stream and input, shared by all who look. `fold` is the first one's: use one function per stream. */
export function useStream<N extends StreamName>(
  name: N,
  input: StreamInput<N>,
  fold: Fold<N>,
  options: { isFollowing?: boolean } = {},
): StreamState<StreamSnapshot<N>, StreamError<N>> {
  const store = useStreamStore(name, input, fold);
  return useSyncExternalStore(options.isFollowing === false ? stayAway : store.subscribe, store.get);
}

const stayAway = () => () => {};

/** Calls back for each change, with the handler of the latest render. */
export function useStreamChanges<N extends StreamName>(
  name: N,
  input: StreamInput<N>,
  fold: Fold<N>,
  onChange: (change: StreamChange<N>) => void,
): void {
  const store = useStreamStore(name, input, fold);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const stopFollowing = store.subscribe(() => {});
    const stopHearing = store.onChange((change) => latest.current(change));
    return () => {
      stopHearing();
      stopFollowing();
    };
  }, [store]);
}

/** The latest value wins: for streams whose changes are whole values. */
export function replace<T>(_last: T, next: T): T {
  return next;
}
