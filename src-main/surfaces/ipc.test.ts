import type { ServerEnvelope } from '@contract/wire';
import { ok } from '@domain/result';
import { expect, it, vi } from 'vitest';
import type { Dispatch } from './dispatch';
import { type IpcMessage, type IpcPort, serveIpc } from './ipc';

const HOME = 'beads://app/index.html';

function house() {
  const posted: { windowId: number; page: string; envelope: ServerEnvelope }[] = [];
  const refused: unknown[] = [];
  const called: string[] = [];
  const stopped: string[] = [];
  const heard = new Set<(message: IpcMessage) => void>();
  const gone = new Set<(windowId: number) => void>();
  const waiting: (() => void)[] = [];

  const port: IpcPort = {
    onMessage: (receive) => {
      heard.add(receive);
      return () => heard.delete(receive);
    },
    onGone: (tell) => {
      gone.add(tell);
      return () => gone.delete(tell);
    },
    post: (windowId, page, envelope) => posted.push({ windowId, page, envelope }),
  };
  const dispatch: Dispatch = {
    call: async (name, input, caller) => {
      called.push(`${name} ${caller.door} ${caller.connection}`);
      if (name === 'slow.one') await new Promise<void>((go) => waiting.push(go));
      return ok(input);
    },
    follow: async (name, _input, _after, deliver) => {
      deliver({ type: 'snapshot', cursor: { epoch: 'e', sequence: 0 }, value: name } as never);
      return ok(() => {
        stopped.push(name);
      });
    },
  };
  const stop = serveIpc({
    port,
    dispatch,
    isOurPage: (url) => url.startsWith('beads://app/'),
    onRefused: (why) => refused.push(why),
  });
  const say = (body: unknown, over: Partial<IpcMessage> = {}) => {
    for (const receive of heard)
      receive({ windowId: 1, frameUrl: HOME, isMainFrame: true, page: 'p1', body, ...over });
  };
  const leave = (windowId: number) => {
    for (const tell of gone) tell(windowId);
  };
  return { say, leave, stop, posted, refused, called, stopped, heard, waiting };
}

const call = (id: number, name = 'app.info', input: unknown = {}) => ({ type: 'call', id, name, input });
const follow = (id: number, name = 'projects.watch') => ({
  type: 'follow',
  id,
  name,
  input: {},
  after: null,
});

it('carries a call of our page to the dispatch through the ui door, and the answer back to that page', async () => {
  const { say, posted, called } = house();
  say(call(7, 'app.info', { a: 1 }));
  await vi.waitFor(() => expect(posted).toHaveLength(1), { timeout: 20_000 });
  expect(called).toEqual(['app.info ui window-1']);
  expect(posted).toEqual([
    { windowId: 1, page: 'p1', envelope: { type: 'answer', id: 7, result: { ok: true, value: { a: 1 } } } },
  ]);
});

it.each([
  ['a frame inside our page', { isMainFrame: false }],
  ['a foreign page', { frameUrl: 'https://example.com/' }],
  ['a page whose address begins alike', { frameUrl: 'beads://app.example.com/' }],
  ['a frame that is gone', { frameUrl: null }],
  ['a page without a name', { page: undefined }],
  ['a page with an endless name', { page: 'x'.repeat(101) }],
])('I1 refuses %s before looking at what it says', (_who, over) => {
  const { say, posted, refused, called } = house();
  say(call(1), over as Partial<IpcMessage>);
  expect({ posted, called }).toEqual({ posted: [], called: [] });
  expect(refused).toHaveLength(1);
});

it('I2 a reload ends the streams of the page before and swallows its late answers', async () => {
  const { say, posted, stopped, waiting } = house();
  say(follow(1));
  say(call(2, 'slow.one'));
  await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 20_000 });
  say(call(1), { page: 'p2' });
  expect(stopped).toEqual(['projects.watch']);
  waiting[0]?.();
  await vi.waitFor(() => expect(posted.some(({ page }) => page === 'p2')).toBe(true), { timeout: 20_000 });
  expect(posted.map(({ page, envelope }) => `${page} ${envelope.type}`)).toEqual(['p1 frame', 'p2 answer']);
});

it('I3 a closed window, and the end of the channel, leave no stream behind', async () => {
  const { say, leave, stop, stopped, heard, posted } = house();
  say(follow(1, 'a.watch'));
  say(follow(1, 'b.watch'), { windowId: 2 });
  await vi.waitFor(() => expect(posted).toHaveLength(2), { timeout: 20_000 });
  leave(1);
  expect(stopped).toEqual(['a.watch']);
  stop();
  expect(stopped).toEqual(['a.watch', 'b.watch']);
  expect(heard.size).toBe(0);
});

it('answers what is no envelope with `unreadable`', () => {
  const { say, posted } = house();
  say({ type: 'delete-everything' });
  expect(posted.map(({ envelope }) => envelope)).toEqual([{ type: 'unreadable' }]);
});
