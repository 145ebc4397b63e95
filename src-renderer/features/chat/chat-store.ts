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
 * C4  Who looks again sees at once what was there, and what is new in one step: messages and live view together.
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
  /** Lets go of what it keeps for the next look; while somebody looks it does nothing. */
  forget(): void;
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
  /** Nobody looks any more. */
  readonly onRest?: () => void;
};

export function createChatStore({ source, nextFrame = frame, onRest }: ChatStoreOptions): ChatStore {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let stop: (() => void) | null = null;
  let cancelFrame: (() => void) | null = null;
  /** Told while the stored ones are on their way. */
  let toldMeanwhile: readonly Message[] | null = null;
  /** The live view that belongs to the messages on their way, while the old ones are still shown. */
  let liveMeanwhile: LiveView | null = null;
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
        become({ ...state, ...arrivedLive(), phase: 'failed', failure: page.error });
        return;
      }
      messages = [...messages, ...page.value.messages];
      linesNotUnderstood = page.value.lines_not_understood;
      cursor = page.value.next_cursor;
    } while (cursor !== null);
    const all = mergeMessages(mergeMessages([], messages), toldMeanwhile ?? []);
    toldMeanwhile = null;
    become({
      ...state,
      ...arrivedLive(),
      phase: 'ready',
      failure: null,
      messages: all,
      linesNotUnderstood,
    });
  };
  const arrivedLive = () => {
    const live = liveMeanwhile ?? state.live;
    liveMeanwhile = null;
    return { live };
  };
  const arrive = (live: LiveView) => {
    if (state.phase === 'ready') liveMeanwhile = live;
    else become({ ...state, live });
    void load();
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
    if (liveMeanwhile !== null) {
      liveMeanwhile = applyLiveChange(liveMeanwhile, change);
      become({ ...state, notice });
      return;
    }
    become({
      ...state,
      live: applyLiveChange(state.live, change),
      messages: mergeMessages(state.messages, told),
      notice,
    });
  };

  const start = () => {
    stop = source.follow({
      onSnapshot: arrive,
      onChange: apply,
      // What is stored can be read all the same.
      onEnded: () => arrive(noLiveView),
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
        liveMeanwhile = null;
        if (state.phase !== 'ready') state = NOTHING;
        onRest?.();
      };
    },
    forget() {
      if (listeners.size === 0) state = NOTHING;
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
