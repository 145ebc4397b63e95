import type { FirstQuestion } from '@domain/session/live';
import { asksInTerminal } from '@domain/session/live-view';
import type { Session } from '@domain/session/record';
import { useSyncExternalStore } from 'react';
import { useProject } from '../../app/state/project';
import type { Client } from '../../bridge/client';
import { useClient } from '../../bridge/react';
import { type ChatSource, type ChatState, type ChatStore, createChatStore } from './chat-store';

const PAGE = 500;
const stores = new WeakMap<Client, Map<string, ChatStore>>();

/** Conversations that were looked at last stay ready, so that going back and forth between sessions waits for nothing. */
const MOST_KEPT = 8;
const kept = new Set<ChatStore>();

function keep(store: ChatStore): void {
  kept.delete(store);
  kept.add(store);
  const [oldest] = kept;
  if (kept.size <= MOST_KEPT || oldest === undefined) return;
  kept.delete(oldest);
  oldest.forget();
}

function sourceOf(client: Client, project: string | undefined, id: string): ChatSource {
  return {
    follow: ({ onSnapshot, onChange, onEnded }) =>
      client.follow(
        'sessions.live',
        { project, id },
        {
          onFrame: (frame) => (frame.type === 'snapshot' ? onSnapshot(frame.value) : onChange(frame.change)),
          onEnded,
        },
      ),
    page: (cursor) => client.ask('sessions.messages', { project, id, cursor, limit: PAGE }),
  };
}

/** One conversation, shared by all who look at it. */
export function useChatStore(id: Session['id']): ChatStore {
  const client = useClient();
  const project = useProject()?.path;
  const ofClient = stores.get(client) ?? new Map<string, ChatStore>();
  stores.set(client, ofClient);
  const key = `${project ?? ''} ${id}`;
  const known = ofClient.get(key);
  if (known !== undefined) return known;
  const store: ChatStore = createChatStore({
    source: sourceOf(client, project, id),
    onRest: () => keep(store),
  });
  ofClient.set(key, store);
  return store;
}

export function useChat(id: Session['id']): ChatState {
  const store = useChatStore(id);
  return useSyncExternalStore(store.subscribe, store.get);
}

const NO_LINES: readonly string[] = [];

/** What a process that died printed last. */
export function useLastLines(id: Session['id']): readonly string[] {
  const store = useChatStore(id);
  return useSyncExternalStore(store.subscribe, () => store.get().live.end?.last_lines ?? NO_LINES);
}

/** What Claude asks in its terminal, where alone it can be answered: before it can work, or in the middle; null: nothing. */
export function useAskedThere(id: Session['id']): FirstQuestion | 'later' | null {
  const store = useChatStore(id);
  return useSyncExternalStore(store.subscribe, () => {
    const { live } = store.get();
    return live.asks_first ?? (asksInTerminal(live) ? 'later' : null);
  });
}
