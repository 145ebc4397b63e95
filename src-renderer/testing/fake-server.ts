import type { ClientEnvelope, ServerEnvelope } from '@contract/wire';
import type { Cursor } from '@domain/feed';
import { createListeners } from '../bridge/listeners';
import type { ConnectionState, Transport } from '../bridge/transport';

type Answer = { ok: true; value: unknown } | { ok: false; error: { code: string } };
type Handler = (input: never) => Answer | Promise<Answer>;

/** Speaks the wire without a server: answers by name, keeps what was sent, is lost and found by hand. */
export type FakeServer = {
  readonly transport: Transport;
  readonly sent: ClientEnvelope[];
  /** Answers calls of this name; a name without a handler stays unanswered. */
  on(name: string, handler: Handler): void;
  /** The snapshot for followers of this stream; without one they wait. A function makes it of what they asked for. */
  snapshot(name: string, value: unknown): void;
  publish(name: string, change: unknown): void;
  end(name: string, error: { code: string }): void;
  /** Any envelope, also a wrong one. */
  say(envelope: ServerEnvelope): void;
  become(state: ConnectionState): void;
  calls(name: string): unknown[];
};

type Feed = { value: unknown; seq: number; ids: Map<number, unknown> };

export function createFakeServer(initial: ConnectionState = 'open'): FakeServer {
  const messages = createListeners<ServerEnvelope>();
  const states = createListeners<ConnectionState>();
  const handlers = new Map<string, Handler>();
  const feeds = new Map<string, Feed>();
  const sent: ClientEnvelope[] = [];
  let state = initial;
  const feedOf = (name: string): Feed => {
    const feed = feeds.get(name) ?? { value: undefined, seq: 0, ids: new Map<number, unknown>() };
    feeds.set(name, feed);
    return feed;
  };
  const cursorOf = (feed: Feed): Cursor => ({ epoch: 'e1', seq: feed.seq });
  const valueFor = ({ value, ids }: Feed, id: number): unknown =>
    typeof value === 'function' ? value(ids.get(id)) : value;
  const sendSnapshot = (feed: Feed, id: number) =>
    messages.tell({
      type: 'frame',
      id,
      frame: { type: 'snapshot', cursor: cursorOf(feed), value: valueFor(feed, id) },
    });

  const receive = async (envelope: ClientEnvelope) => {
    if (envelope.type === 'stop') {
      for (const feed of feeds.values()) feed.ids.delete(envelope.id);
      return;
    }
    if (envelope.type === 'follow') {
      const feed = feedOf(envelope.name);
      feed.ids.set(envelope.id, envelope.input);
      await Promise.resolve();
      if (feed.value !== undefined && envelope.after?.seq !== feed.seq) sendSnapshot(feed, envelope.id);
      return;
    }
    const handler = handlers.get(envelope.name);
    if (handler === undefined) return;
    const result = await handler(envelope.input as never);
    messages.tell({ type: 'answer', id: envelope.id, result });
  };

  return {
    sent,
    transport: {
      send(envelope) {
        if (state !== 'open') return;
        sent.push(envelope);
        void receive(envelope);
      },
      listen: messages.add,
      state: () => state,
      onState: states.add,
      retryNow: () => {},
      close: () => messages.clear(),
    },
    on: (name, handler) => void handlers.set(name, handler),
    snapshot(name, value) {
      const feed = feedOf(name);
      feed.value = value;
      for (const id of feed.ids.keys()) sendSnapshot(feed, id);
    },
    publish(name, change) {
      const feed = feedOf(name);
      feed.seq += 1;
      for (const id of feed.ids.keys())
        messages.tell({ type: 'frame', id, frame: { type: 'change', cursor: cursorOf(feed), change } });
    },
    end(name, error) {
      for (const id of feedOf(name).ids.keys()) messages.tell({ type: 'ended', id, error });
    },
    say: (envelope) => messages.tell(envelope),
    become(next) {
      state = next;
      if (next !== 'open') for (const feed of feeds.values()) feed.ids.clear();
      states.tell(next);
    },
    calls: (name) => sent.flatMap((each) => (each.type === 'call' && each.name === name ? [each.input] : [])),
  };
}
