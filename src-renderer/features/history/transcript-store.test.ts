import type { TranscriptMessage, TranscriptWindow } from '@domain/history/transcript';
import { describe, expect, it } from 'vitest';
import { createTranscriptStore, MOST, type WindowQuestion } from './transcript-store';

/** A transcript of so many messages that answers as the program does, and waits when it is told to. */
function transcriptOf(total: number, most = 50) {
  const source = {
    total,
    revision: 'r1',
    asked: [] as WindowQuestion[],
    failure: null as { code: string } | null,
  };
  const message = (position: number): TranscriptMessage =>
    ({ id: `${source.revision} m${position}`, position, content: [] }) as unknown as TranscriptMessage;
  const store = createTranscriptStore(async (question) => {
    source.asked.push(question);
    await Promise.resolve();
    if (source.failure !== null) return { ok: false, error: source.failure };
    const around = question.around === undefined ? null : Number(question.around);
    const found = around !== null && around < source.total ? around : null;
    const end = question.direction === 'before' ? source.total : null;
    const from =
      end === null
        ? found === null
          ? (question.from ?? 0)
          : Math.max(0, found - 5)
        : Math.max(0, end - most);
    const messages = Array.from({ length: Math.min(most, source.total - from) }, (_, at) =>
      message(from + at),
    );
    const value = {
      total: source.total,
      revision: source.revision,
      source: 'claude',
      found,
      messages,
      lines_not_understood: 0,
    };
    return { ok: true, value: value as unknown as TranscriptWindow };
  });
  return { source, store };
}

const settled = async () => {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('a transcript drawn in part', () => {
  it('opens around a message and says where it stands', async () => {
    const { store } = transcriptOf(500);
    expect(await store.open({ around: '300' })).toBe(300);
    expect(store.get().total).toBe(500);
    expect(store.get().messages.has(300)).toBe(true);
    expect(store.get().messages.has(0)).toBe(false);
  });

  it('what is not there is null, and the beginning is shown', async () => {
    const { store } = transcriptOf(10);
    expect(await store.open({ around: '300' })).toBeNull();
    expect(store.get().messages.get(0)?.id).toBe('r1 m0');
  });

  it('W1 asks for the latest place only', async () => {
    const { store, source } = transcriptOf(1000);
    await store.open('begin');
    source.asked.length = 0;
    store.need(range(200, 220));
    store.need(range(400, 420));
    store.need(range(800, 820));
    await settled();
    expect(source.asked.map(({ from }) => from)).toEqual([200, 800]);
    expect(range(800, 820).every((at) => store.get().messages.has(at))).toBe(true);
  });

  it('pages that hold fewer than were asked for are gone on from', async () => {
    const { store } = transcriptOf(100, 3);
    await store.open('begin');
    store.need(range(10, 20));
    await settled();
    expect(range(10, 20).every((at) => store.get().messages.has(at))).toBe(true);
  });

  it('W2 what is looked at is replaced in its place, and the total grows', async () => {
    const { store, source } = transcriptOf(200);
    await store.open('begin');
    store.need(range(0, 10));
    await settled();
    source.revision = 'r2';
    source.total = 201;
    const seen: boolean[] = [];
    store.subscribe(() => seen.push(range(0, 10).every((at) => store.get().messages.has(at))));
    await store.refresh();
    expect(seen.every(Boolean)).toBe(true);
    expect(store.get().messages.get(3)?.id).toBe('r2 m3');
    expect(store.get()).toMatchObject({ total: 201, revision: 'r2' });
    expect(store.get().messages.has(120)).toBe(false);
  });

  it('W2 nothing new asks for nothing else', async () => {
    const { store, source } = transcriptOf(20);
    await store.open('begin');
    source.asked.length = 0;
    await store.refresh();
    expect(source.asked).toHaveLength(1);
  });

  it('W1 news that come while something is asked are looked at behind it', async () => {
    const { store, source } = transcriptOf(200);
    await store.open('begin');
    store.need(range(100, 110));
    source.revision = 'r2';
    source.total = 201;
    void store.refresh();
    void store.refresh();
    source.revision = 'r3';
    source.total = 202;
    await settled();
    expect(store.get()).toMatchObject({ total: 202, revision: 'r3' });
    expect(store.get().messages.get(105)?.id).toBe('r3 m105');
    store.need(range(40, 50));
    await settled();
    source.asked.length = 0;
    void store.refresh();
    store.need(range(150, 160));
    await settled();
    expect(range(150, 160).every((at) => store.get().messages.has(at))).toBe(true);
  });

  it('W3 forgets what is far away', async () => {
    const { store } = transcriptOf(5000);
    await store.open('begin');
    for (let from = 0; from < 4000; from += 50) {
      store.need(range(from, from + 20));
      await settled();
    }
    expect(store.get().messages.size).toBeLessThanOrEqual(MOST);
    expect(store.get().messages.has(3950)).toBe(true);
  });

  it('a refusal is kept and not asked for again by itself', async () => {
    const { store, source } = transcriptOf(100);
    await store.open('begin');
    source.failure = { code: 'transcript-gone' };
    store.need(range(60, 80));
    await settled();
    expect(store.get().failure).toEqual({ code: 'transcript-gone' });
    source.asked.length = 0;
    store.need(range(61, 81));
    await settled();
    expect(source.asked).toEqual([]);
  });
});
