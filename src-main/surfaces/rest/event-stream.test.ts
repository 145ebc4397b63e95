import { createFeed, type Feed } from '@domain/feed';
import { err, ok } from '@domain/result';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '../../testing/event-source';
import type { Dispatch } from '../dispatch';
import { createGate } from '../http/gate';
import { startHttpServer } from '../http/server';
import { createEventsRoute } from './event-stream';

const personal = { state: 'good' as 'good' | 'expired' | 'revoked' };

async function setUp(more: { heartbeatMs?: number; maxWaitingBytes?: number } = {}) {
  const feeds = new Map<string, Feed<string[], string>>();
  const told: string[] = [];
  const makeFeed = (epoch: string) =>
    createFeed<string[], string>({ epoch, snapshot: () => [...told], keep: 10 });
  feeds.set('sessions.watch', makeFeed('one'));
  feeds.set('beads.watch', makeFeed('two'));
  const dispatch: Dispatch = {
    call: async () => err({ code: 'unknown-entry' }),
    async follow(name, input, after, deliver) {
      const feed = feeds.get(name);
      if (feed === undefined || (name === 'beads.watch' && !Object.hasOwn(input as object, 'project')))
        return err({ code: 'invalid-input' });
      return ok(feed.follow(after, deliver));
    },
  };
  const started = await startHttpServer({
    gate: createGate({
      token: () => 'app-token',
      personal: (offered) => {
        if (offered !== 'bcp_mine') return err('unknown');
        return personal.state === 'good' ? ok({ id: 'p1', scope: 'read' }) : err(personal.state);
      },
    }),
    routes: [createEventsRoute({ dispatch, ...more })],
    port: 0,
    onTrouble: (error) => {
      throw error;
    },
  });
  if (!started.ok) throw new Error(started.error.code);
  onTestFinished(() => started.value.close());
  const { port } = started.value;
  const follow = (query = '', lastId?: string, token = 'app-token') =>
    openEvents({ port, path: `/api/v1/events${query}`, token, ...(lastId === undefined ? {} : { lastId }) });
  const sessions = feeds.get('sessions.watch');
  if (sessions === undefined) throw new Error('no feed');
  const change = (text: string) => {
    told.push(text);
    sessions.publish(text);
  };
  return { follow, change, feeds, sessions };
}
const any = () => true;

describe('live changes', () => {
  it('E1 begins with a snapshot; who comes back with the last id gets what was missed', async () => {
    const { follow, change } = await setUp();
    const first = await follow();
    expect(await first.next(any)).toMatchObject({ event: 'sessions.snapshot', data: [] });
    change('a');
    const seen = await first.next(any);
    expect(seen).toMatchObject({ event: 'sessions.change', data: 'a' });
    first.close();
    change('b');
    const second = await follow('', seen.id);
    expect(await second.next(any)).toMatchObject({ event: 'sessions.change', data: 'b' });
    second.close();
    for (let at = 0; at < 20; at += 1) change(`c${at}`);
    const late = await follow('', seen.id);
    expect(await late.next(any)).toMatchObject({ event: 'sessions.snapshot' });
    const nonsense = await follow('', 'not%%an-id');
    expect(await nonsense.next(any)).toMatchObject({ event: 'sessions.snapshot' });
  });

  it('tells several topics in one stream, and refuses what it does not know', async () => {
    const { follow, feeds } = await setUp();
    const both = await follow('?project=/p');
    const events = [await both.next(any), await both.next(any)].map(({ event }) => event);
    expect(events.sort()).toEqual(['beads.snapshot', 'sessions.snapshot']);
    expect((await follow('?topics=moon')).status).toBe(404);
    expect((await follow('?topics=beads')).status).toBe(400);
    both.close();
    await both.ended;
    await expect.poll(() => feeds.get('beads.watch')?.followers(), { timeout: 20_000 }).toBe(0);
  });

  it('E2 cuts off who stops reading', async () => {
    const { follow, change, sessions } = await setUp({ maxWaitingBytes: 1000 });
    const events = await follow();
    await events.next(any);
    // Written in one go, nothing of it can have been read meanwhile.
    for (let at = 0; at < 200; at += 1) change('x'.repeat(200_000));
    expect(sessions.followers()).toBe(0);
    await events.ended;
  });

  it.each(['expired', 'revoked'] as const)('E3 ends when its token is %s', async (state) => {
    personal.state = 'good';
    const { follow, sessions } = await setUp({ heartbeatMs: 5 });
    const events = await follow('', undefined, 'bcp_mine');
    expect((await events.next(any)).event).toBe('sessions.snapshot');
    personal.state = state;
    await events.ended;
    expect((await follow('', undefined, 'bcp_mine')).status).toBe(401);
    expect(sessions.followers()).toBe(0);
  });
});
