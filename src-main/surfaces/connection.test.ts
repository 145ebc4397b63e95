import type { ServerEnvelope } from '@contract/wire';
import { createFeed, type Frame } from '@domain/feed';
import { err, ok } from '@domain/result';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection';
import type { Dispatch } from './dispatch';
import type { Caller } from './router';

function setUp(overrides: Partial<Dispatch> = {}) {
  const callers: Caller[] = [];
  const feed = createFeed<string, string>({ epoch: 'e', snapshot: () => 'all' });
  const dispatch: Dispatch = {
    call: async (name, input, caller) => {
      callers.push(caller);
      return name === 'fail' ? err({ code: 'refused' }) : ok(input);
    },
    follow: async (_name, _input, after, deliver) => ok(feed.follow(after, deliver)),
    ...overrides,
  };
  const sent: ServerEnvelope[] = [];
  const connection = createConnection({
    dispatch,
    door: 'ui',
    name: 'window-1',
    send: (envelope) => sent.push(envelope),
  });
  return { connection, sent, callers, feed };
}

const sentTo = async (sent: ServerEnvelope[], count: number) => {
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count), { timeout: 20_000 });
  return sent;
};

describe('connection', () => {
  it('answers each call under its own id, as the door it was opened for', async () => {
    const { connection, sent, callers } = setUp();
    connection.receive({ type: 'call', id: 4, name: 'any', input: { a: 1 } });
    connection.receive({ type: 'call', id: 5, name: 'fail', input: null });
    expect(await sentTo(sent, 2)).toEqual([
      { type: 'answer', id: 4, result: ok({ a: 1 }) },
      { type: 'answer', id: 5, result: err({ code: 'refused' }) },
    ]);
    expect(callers[0]).toEqual({ door: 'ui', connection: 'window-1' });
  });

  it('whatever is not an envelope is answered as unreadable and nothing is called', () => {
    const { connection, sent, callers } = setUp();
    const isEnvelope = (value: unknown) =>
      typeof value === 'object' && value !== null && 'type' in value && 'id' in value;
    fc.assert(
      fc.property(
        fc.anything().filter((value) => !isEnvelope(value)),
        (message) => {
          sent.length = 0;
          connection.receive(message);
          expect(sent).toEqual([{ type: 'unreadable' }]);
        },
      ),
    );
    expect(callers).toEqual([]);
  });

  it('a caller cannot name its own door', async () => {
    const { connection, sent, callers } = setUp();
    connection.receive({ type: 'call', id: 1, name: 'any', input: {}, door: 'cli', caller: { door: 'cli' } });
    await sentTo(sent, 1);
    expect(callers).toEqual([{ door: 'ui', connection: 'window-1' }]);
  });

  it('follows, stops, and ends every stream when it closes', async () => {
    const { connection, sent, feed } = setUp();
    connection.receive({ type: 'follow', id: 1, name: 's', input: {}, after: null });
    connection.receive({ type: 'follow', id: 2, name: 's', input: {}, after: null });
    await sentTo(sent, 2);
    connection.receive({ type: 'stop', id: 1 });
    connection.receive({ type: 'stop', id: 77 });
    feed.publish('x');
    expect(sent.slice(2)).toEqual([
      { type: 'frame', id: 2, frame: { type: 'change', cursor: { epoch: 'e', seq: 1 }, change: 'x' } },
    ]);
    connection.close();
    connection.close();
    feed.publish('y');
    connection.receive({ type: 'call', id: 9, name: 'any', input: {} });
    expect([sent.length, feed.followers()]).toEqual([3, 0]);
  });

  it('a stream stopped while it is being opened is stopped as soon as it is open', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const stopped = vi.fn();
    const deliveries: ((frame: Frame<unknown, unknown>) => void)[] = [];
    const { connection, sent } = setUp({
      follow: async (_name, _input, _after, deliver) => {
        deliveries.push(deliver);
        await opened;
        return ok(stopped);
      },
    });
    connection.receive({ type: 'follow', id: 1, name: 's', input: {}, after: null });
    connection.receive({ type: 'stop', id: 1 });
    open();
    await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce(), { timeout: 20_000 });
    deliveries[0]?.({ type: 'snapshot', cursor: { epoch: 'e', seq: 0 }, value: 1 });
    expect(sent).toEqual([]);
  });

  it('a stream that could not begin says why, and its id may be used again', async () => {
    const { connection, sent } = setUp({ follow: async () => err({ code: 'gone' }) });
    connection.receive({ type: 'follow', id: 1, name: 's', input: {}, after: null });
    await sentTo(sent, 1);
    connection.receive({ type: 'follow', id: 1, name: 's', input: {}, after: null });
    await sentTo(sent, 2);
    const ended = { type: 'ended', id: 1, error: { code: 'gone' } };
    expect(sent).toEqual([ended, ended]);
  });

  it('a stream id in use, or a stream too many, is refused and leaves the others alone', async () => {
    const { connection, sent, feed } = setUp();
    for (let id = 0; id < 201; id += 1)
      connection.receive({ type: 'follow', id, name: 's', input: {}, after: null });
    connection.receive({ type: 'follow', id: 3, name: 's', input: {}, after: null });
    await sentTo(sent, 202);
    const refused = sent.filter((envelope) => envelope.type === 'ended');
    expect(refused).toEqual([
      { type: 'ended', id: 200, error: { code: 'too-many-streams' } },
      { type: 'ended', id: 3, error: { code: 'too-many-streams' } },
    ]);
    expect(feed.followers()).toBe(200);
  });
});
