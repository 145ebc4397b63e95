import type { SessionId } from '@domain/ids';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useClient } from '../../bridge/react';
import { createTranscriptStore, type TranscriptState, type TranscriptStore } from './transcript-store';
import { useIngest } from './use-ingest';

export type Thread = { readonly id: string; readonly agent: string | null; readonly branches: boolean };
/** Another `turn` is another jump, also to the same place. */
export type Target = { readonly position: number; readonly turn: number };

export const threadInput = ({ id, agent, branches }: Thread) => ({
  id: id as SessionId,
  branches,
  ...(agent === null ? {} : { agent }),
});

/** The messages of a thread as far as they were looked at, live while the session is written. */
export function useTranscript(
  thread: Thread,
  at: string | null,
  isLive: boolean,
): {
  state: TranscriptState;
  store: TranscriptStore;
  target: Target | null;
  jump: (position: number) => void;
  /** The place that was asked for is not in this thread. */
  isElsewhere: boolean;
} {
  const client = useClient();
  const { id, agent, branches } = thread;
  const store = useMemo(
    () =>
      createTranscriptStore((question) =>
        client.ask('history.transcript', { ...threadInput({ id, agent, branches }), ...question }),
      ),
    [client, id, agent, branches],
  );
  const state = useSyncExternalStore(store.subscribe, store.get);
  const [target, setTarget] = useState<Target | null>(null);
  const jump = useMemo(
    () => (position: number) => setTarget((last) => ({ position, turn: (last?.turn ?? 0) + 1 })),
    [],
  );
  const wasLive = useRef(isLive);
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    setElsewhere(false);
    void store.open(at !== null ? { around: at } : wasLive.current ? 'end' : 'begin').then((found) => {
      if (!isCurrent) return;
      if (found !== null) jump(found);
      else if (at !== null && store.get().failure === null) setElsewhere(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [store, at, jump]);
  const { mark } = useIngest();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark is the news
  useEffect(() => void store.refresh(), [store, mark]);
  return { state, store, target, jump, isElsewhere };
}
