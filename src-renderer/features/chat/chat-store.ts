import type { LiveChange, LiveView } from '@domain/session/live';
import { applyLiveChange, noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import type { SessionFailure } from '../sessions';
import { mergeMessages } from './thread.logic';

/*
 * One session's conversation: the stored messages, and the live view laid over them.
 * C1  The stream is followed before the stored messages are asked for, so nothing falls between the two; what is told
 *     meanwhile is newer and wins.
 * C2  A record and the end of its provisional form are one change: a reader never sees both, and never neither.
 * C3  Readers are told once per frame, however many pieces came.
 */
export type ChatState = {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly failure: SessionFailure | null;
  readonly messages: readonly Message[];
  readonly live: LiveView;
  readonly linesNotUnderstood: number;
  readonly notice: { readonly level: 'info' | 'warning' | 'error'; readonly text: string } | null;
};

export type MessagePage = {
  readonly messages: readonly Message[];
  readonly next_cursor: string | null;
  readonly lines_not_understood: number;
};

export type ChatSource = {
  follow(heard: {
    onSnapshot: (view: LiveView) => void;
    onChange: (change: LiveChange) => void;
    onEnded: (failure: SessionFailure) => void;
  }): () => void;
  page(
    cursor: string | null,
  ): Promise<{ ok: true; value: MessagePage } | { ok: false; error: SessionFailure }>;
};

export type ChatStore = {
  subscribe(listener: () => void): () => void;
  get(): ChatState;
  retry(): void;
};

const NOTHING: ChatState = {
  phase: 'loading',
  failure: null,
  messages: [],
  live: noLiveView,
  linesNotUnderstood: 0,
  notice: null,
};

export type ChatStoreOptions = {
  readonly source: ChatSource;
  /** Runs at the next frame; returns the way to cancel it. */
  readonly nextFrame?: (run: () => void) => () => void;
};

export function createChatStore({ source, nextFrame = frame }: ChatStoreOptions): ChatStore {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let stop: (() => void) | null = null;
  let cancelFrame: (() => void) | null = null;
  /** Told while the stored ones are on their way. */
  let toldMeanwhile: readonly Message[] | null = null;
  let loading = 0;

  const tell = () => {
    cancelFrame = null;
    for (const listener of [...listeners]) listener();
  };
  const become = (next: ChatState) => {
    state = next;
    cancelFrame ??= nextFrame(tell);
  };

  const load = async () => {
    loading += 1;
    const mine = loading;
    toldMeanwhile = [];
    let messages: readonly Message[] = [];
    let linesNotUnderstood = 0;
    let cursor: string | null = null;
    do {
      const page = await source.page(cursor);
      if (mine !== loading || stop === null) return;
      if (!page.ok) {
        become({ ...state, phase: 'failed', failure: page.error });
        return;
      }
      messages = [...messages, ...page.value.messages];
      linesNotUnderstood = page.value.lines_not_understood;
      cursor = page.value.next_cursor;
    } while (cursor !== null);
    const all = mergeMessages(mergeMessages([], messages), toldMeanwhile ?? []);
    toldMeanwhile = null;
    become({ ...state, phase: 'ready', failure: null, messages: all, linesNotUnderstood });
  };

  const apply = (change: LiveChange) => {
    const told = change.type === 'recorded' ? change.messages : [];
    if (toldMeanwhile !== null) toldMeanwhile = [...toldMeanwhile, ...told];
    const notice =
      change.type === 'notice'
        ? { level: change.level, text: change.text }
        : change.type === 'started' || change.type === 'prompt-sent'
          ? null
          : state.notice;
    become({
      ...state,
      live: applyLiveChange(state.live, change),
      messages: mergeMessages(state.messages, told),
      notice,
    });
  };

  const start = () => {
    stop = source.follow({
      onSnapshot(live) {
        become({ ...state, live });
        void load();
      },
      onChange: apply,
      // What is stored can be read all the same.
      onEnded() {
        become({ ...state, live: noLiveView });
        void load();
      },
    });
  };

  return {
    get: () => state,
    retry: () => void load(),
    subscribe(listener) {
      listeners.add(listener);
      if (stop === null) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        cancelFrame?.();
        cancelFrame = null;
        stop?.();
        stop = null;
        loading += 1;
        toldMeanwhile = null;
        state = NOTHING;
      };
    },
  };
}

function frame(run: () => void): () => void {
  // A hidden window draws no frames; a timer keeps it true all the same.
  if (document.hidden) {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}
