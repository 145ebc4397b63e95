import type { ClientEnvelope, ServerEnvelope } from '@contract/wire';
import { describe, expect, it } from 'vitest';
import { withEarlyQuestions } from './asked-early';
import { createClient } from './client';
import { createListeners } from './listeners';
import type { ConnectionState, Transport } from './transport';

const INFO = { type: 'call', id: 100, name: 'app.info', input: {} } as const;
const BEADS = {
  type: 'follow',
  id: 101,
  name: 'beads.watch',
  input: { project: '/p' },
  after: null,
} as const;
const frame = (id: number, seq: number, value: unknown): ServerEnvelope => ({
  type: 'frame',
  id,
  frame:
    seq === 0
      ? { type: 'snapshot', cursor: { epoch: 'e', seq }, value }
      : { type: 'change', cursor: { epoch: 'e', seq }, change: value },
});
const answer = (id: number, value: unknown): ServerEnvelope => ({
  type: 'answer',
  id,
  result: { ok: true, value },
});

function begin() {
  const messages = createListeners<ServerEnvelope>();
  const states = createListeners<ConnectionState>();
  const sent: ClientEnvelope[] = [];
  let state: ConnectionState = 'open';
  let late = () => {};
  const below: Transport = {
    send: (envelope) => void sent.push(envelope),
    listen: messages.add,
    state: () => state,
    onState: states.add,
    retryNow: () => {},
    close: () => {},
  };
  const client = createClient(
    withEarlyQuestions(below, [INFO, BEADS], (run) => {
      late = run;
    }),
  );
  const become = (next: ConnectionState) => {
    state = next;
    states.tell(next);
  };
  const seen: unknown[] = [];
  const follow = () =>
    client.follow('beads.watch', { project: '/p' } as never, {
      onFrame: (each) => seen.push(each.type === 'snapshot' ? each.value : each.change),
      onEnded: (error) => seen.push(error.code),
    });
  return { client, sent, say: messages.tell, become, follow, seen, late: () => late() };
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('what was asked early', () => {
  it('answers the first who asks the same, whether it came before or comes after, and sends nothing', async () => {
    const { client, sent, say } = begin();
    say(answer(100, 'early'));
    expect(await client.ask('app.info', {})).toEqual({ ok: true, value: 'early' });
    expect(sent).toEqual([]);
    void client.ask('app.info', {});
    expect(sent).toEqual([{ type: 'call', id: 2, name: 'app.info', input: {} }]);
    const later = begin();
    const asked = later.client.ask('app.info', {});
    await settle();
    later.say(answer(100, 'late'));
    expect(await asked).toEqual({ ok: true, value: 'late' });
  });

  it('a stream goes on in its order from the first frame, and is stopped under its own number', async () => {
    const { sent, say, follow, seen } = begin();
    say(frame(101, 0, 'all'));
    say(frame(101, 1, 'one'));
    const stop = follow();
    say(frame(101, 2, 'two'));
    expect(seen).toEqual([]);
    await settle();
    say(frame(101, 3, 'three'));
    expect(seen).toEqual(['all', 'one', 'two', 'three']);
    stop();
    expect(sent).toEqual([{ type: 'stop', id: 101 }]);
  });

  it('another question is sent as ever, and answered', async () => {
    const { client, sent, say } = begin();
    const asked = client.ask('layout.read', { project: null });
    expect(sent).toHaveLength(1);
    say(answer(1, 'a layout'));
    expect(await asked).toEqual({ ok: true, value: 'a layout' });
  });

  it('a lost connection takes it along: all is asked again', async () => {
    const { client, sent, say, become, follow, seen } = begin();
    say(frame(101, 0, 'all'));
    follow();
    await settle();
    const asked = client.ask('app.info', {});
    become('lost');
    become('open');
    expect(sent.map(({ type, id }) => [type, id])).toEqual([
      ['follow', 1],
      ['call', 2],
    ]);
    say(answer(2, 'again'));
    expect(await asked).toEqual({ ok: true, value: 'again' });
    say(frame(1, 0, 'anew'));
    expect(seen).toEqual(['all', 'anew']);
  });

  it('a stream that nobody wanted is stopped, and asked for anew by who comes then', async () => {
    const { sent, say, follow, seen, late } = begin();
    say(frame(101, 0, 'old'));
    late();
    expect(sent).toEqual([{ type: 'stop', id: 101 }]);
    follow();
    await settle();
    expect(sent.at(-1)).toMatchObject({ type: 'follow', id: 1, after: null });
    expect(seen).toEqual([]);
  });
});
