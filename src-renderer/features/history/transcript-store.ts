import type { TranscriptMessage, TranscriptSource, TranscriptWindow } from '@domain/history/transcript';

/*
 * A transcript drawn in part: only what was looked at is here.
 * W1  One question is open at a time; the latest place that is looked at is asked for next, and news meanwhile is not lost.
 * W2  A new revision replaces what is looked at in its place, so that nothing flickers; the rest is forgotten.
 * W3  However long somebody scrolls, no more than `MOST` messages are kept.
 */
export type TranscriptState = {
  readonly total: number | null;
  readonly revision: string;
  readonly source: TranscriptSource;
  readonly notUnderstood: number;
  readonly messages: ReadonlyMap<number, TranscriptMessage>;
  readonly failure: { readonly code: string } | null;
};

export type WindowQuestion = {
  readonly from?: number;
  readonly around?: string;
  readonly direction?: 'after' | 'before';
  readonly limit: number;
};
export type AskWindow = (
  question: WindowQuestion,
) => Promise<{ ok: true; value: TranscriptWindow } | { ok: false; error: { readonly code: string } }>;

export type TranscriptStore = {
  readonly get: () => TranscriptState;
  readonly subscribe: (onChange: () => void) => () => void;
  /** The first look: around a message, at the end, or at the beginning. The position it was found at. */
  readonly open: (at: { around: string } | 'end' | 'begin') => Promise<number | null>;
  readonly need: (positions: readonly number[]) => void;
  /** Something was written: look again. */
  readonly refresh: () => Promise<void>;
};

const PAGE = 50;
export const MOST = 900;

const FIRST: TranscriptState = {
  total: null,
  revision: '',
  source: 'claude',
  notUnderstood: 0,
  messages: new Map(),
  failure: null,
};

export function createTranscriptStore(ask: AskWindow): TranscriptStore {
  let state = FIRST;
  let wanted: readonly number[] = [];
  let isAsking = false;
  /** There was news while something else was being asked. */
  let isBehind = false;
  const listeners = new Set<() => void>();
  const set = (next: Partial<TranscriptState>) => {
    state = { ...state, ...next };
    for (const tell of listeners) tell();
  };

  const take = (window: TranscriptWindow) => {
    const isNew = state.revision !== '' && state.revision !== window.revision;
    const looked = new Set(wanted);
    const messages = new Map(
      [...state.messages].filter(([at]) => at < window.total && (!isNew || looked.has(at))),
    );
    for (const message of window.messages) messages.set(message.position, message);
    set({
      total: window.total,
      revision: window.revision,
      source: window.source,
      notUnderstood: window.lines_not_understood,
      messages: trimmed(messages, wanted),
      failure: null,
    });
    return isNew;
  };

  const asked = async (question: WindowQuestion): Promise<TranscriptWindow | null> => {
    const answer = await ask(question);
    if (!answer.ok) {
      set({ failure: answer.error });
      return null;
    }
    return answer.value;
  };

  const fill = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      for (;;) {
        const missing = wanted.find((at) => !state.messages.has(at) && at < (state.total ?? 0));
        if (missing === undefined || state.failure !== null) return;
        const window = await asked({ from: missing, limit: PAGE });
        if (window === null) return;
        // A place that gives nothing would be asked for for ever.
        if (window.messages.length === 0 || !window.messages.some(({ position }) => position === missing))
          return;
        if (take(window)) await renew();
      }
    } finally {
      isAsking = false;
      if (isBehind) void refresh();
    }
  };

  /** What is looked at, in the words of the new revision. */
  const renew = async () => {
    for (let at = wanted[0] ?? 0, last = wanted.at(-1) ?? 0; at <= last; ) {
      const window = await asked({ from: at, limit: PAGE });
      if (window === null || window.messages.length === 0) return;
      take(window);
      at = (window.messages.at(-1)?.position ?? last) + 1;
    }
  };

  const refresh = async () => {
    if (state.total === null) return;
    isBehind = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      const window = await asked({ direction: 'before', limit: PAGE });
      if (window !== null && window.revision !== state.revision) {
        take(window);
        await renew();
      }
    } finally {
      isAsking = false;
      // What was asked for meanwhile comes next.
      void (isBehind ? refresh() : fill());
    }
  };

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    async open(at) {
      const place =
        at === 'begin' ? {} : at === 'end' ? ({ direction: 'before' } as const) : { around: at.around };
      const window = await asked({ ...place, limit: PAGE });
      if (window === null) return null;
      take(window);
      return at === 'end' ? Math.max(0, window.total - 1) : window.found;
    },
    need(positions) {
      wanted = positions;
      void fill();
    },
    refresh,
  };
}

/** Those farthest from what is looked at go first. */
function trimmed(
  messages: Map<number, TranscriptMessage>,
  wanted: readonly number[],
): ReadonlyMap<number, TranscriptMessage> {
  if (messages.size <= MOST) return messages;
  const middle = wanted[Math.floor(wanted.length / 2)] ?? 0;
  const near = [...messages].sort(([a], [b]) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, MOST);
  return new Map(near);
}
