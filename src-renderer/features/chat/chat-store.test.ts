import type { LiveChange, LiveView } from '@domain/session/live';
import { noLiveView } from '@domain/session/live-view';
import type { Message } from '@domain/session/message';
import { describe, expect, it } from 'vitest';
import { type ChatSource, createChatStore, type MessagePage } from './chat-store';

const message = (id: string, text: string): Message => ({
  id,
  role: 'assistant',
  content: [{ type: 'text', text }],
  timestamp: '2026-11-16T10:00:00Z',
});

/** Everything by hand: what is told, when a page arrives, when a frame is drawn. */
function stage() {
  let heard: Parameters<ChatSource['follow']>[0] | null = null;
  const asked: { cursor: string | null; answer: (page: MessagePage) => void }[] = [];
  const frames: (() => void)[] = [];
  let told = 0;
  const store = createChatStore({
    nextFrame: (run) => {
      frames.push(run);
      return () => {};
    },
    source: {
      follow(listeners) {
        heard = listeners;
        return () => {
          heard = null;
        };
      },
      page: (cursor) =>
        new Promise((resolve) => {
          asked.push({ cursor, answer: (value) => resolve({ ok: true, value }) });
        }),
    },
  });
  return {
    store,
    asked,
    frames,
    told: () => told,
    isFollowed: () => heard !== null,
    open: () =>
      store.subscribe(() => {
        told += 1;
      }),
    snapshot: (view: LiveView) => heard?.onSnapshot(view),
    tell: (change: LiveChange) => heard?.onChange(change),
    async answer(index: number, messages: Message[], next_cursor: string | null = null) {
      asked[index]?.answer({ messages, next_cursor, lines_not_understood: 0 });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('the store of a chat', () => {
  it('C1 reads all pages after the stream began; what is told meanwhile is newer', async () => {
    const { store, open, snapshot, tell, asked, answer } = stage();
    open();
    expect(asked).toEqual([]);
    snapshot({ ...noLiveView, has_process: true });
    tell({ type: 'recorded', messages: [message('b', 'new'), message('c', 'c')] });
    await answer(0, [message('a', 'a')], 'next');
    expect(store.get().phase).toBe('loading');
    await answer(1, [message('b', 'old')]);
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, 'next']);
    expect(store.get()).toMatchObject({ phase: 'ready' });
    expect(store.get().messages).toEqual([message('a', 'a'), message('b', 'new'), message('c', 'c')]);
  });

  it('C2 the record and the end of its provisional form are one change', async () => {
    const { store, open, snapshot, tell, answer } = stage();
    open();
    snapshot(noLiveView);
    await answer(0, []);
    tell({ type: 'text', message_id: 'm', text: 'hello' });
    expect([store.get().live.parts.length, store.get().messages.length]).toEqual([1, 0]);
    tell({ type: 'recorded', messages: [message('m', 'hello')] });
    expect([store.get().live.parts.length, store.get().messages.length]).toEqual([0, 1]);
  });

  it('C3 readers are told once per frame', () => {
    const { open, snapshot, tell, frames, told } = stage();
    open();
    snapshot(noLiveView);
    for (const text of ['a', 'b', 'c']) tell({ type: 'text', message_id: 'm', text });
    expect([told(), frames.length]).toEqual([0, 1]);
    frames[0]?.();
    expect(told()).toBe(1);
  });

  it('C4 who looks again sees what was there, then what is new in one step, until it is forgotten', async () => {
    const { store, open, snapshot, tell, answer } = stage();
    const close = open();
    snapshot(noLiveView);
    await answer(0, [message('a', 'a')]);
    close();
    expect(store.get()).toMatchObject({ phase: 'ready', messages: [message('a', 'a')] });

    const closeAgain = open();
    snapshot({ ...noLiveView, has_process: true });
    tell({ type: 'text', message_id: 'c', text: 'on its way' });
    expect(store.get()).toMatchObject({ live: noLiveView, messages: [message('a', 'a')] });
    await answer(1, [message('a', 'a'), message('b', 'b')]);
    expect(store.get().messages).toEqual([message('a', 'a'), message('b', 'b')]);
    expect(store.get().live).toMatchObject({ has_process: true, parts: [{ text: 'on its way' }] });

    store.forget();
    expect(store.get().phase).toBe('ready');
    closeAgain();
    store.forget();
    expect(store.get()).toMatchObject({ phase: 'loading', messages: [] });
  });

  it('stops following when nobody looks, and a page that comes late changes nothing', async () => {
    const { store, open, snapshot, answer, isFollowed } = stage();
    const close = open();
    snapshot(noLiveView);
    close();
    await answer(0, [message('a', 'a')]);
    expect([isFollowed(), store.get().messages.length]).toEqual([false, 0]);
  });
});
