import { afterEach, expect, it, vi } from 'vitest';
import { beginAnewOnLoginLink, type Early, takeEarly } from './connect';
import type { Socket } from './transport-ws';

it('a link pasted into an open tab is taken; any other change of place is left to the window', () => {
  const reload = vi.fn();
  const location = { hash: '', reload };
  const page = Object.assign(new EventTarget(), { location });
  beginAnewOnLoginLink(page as unknown as Window);
  const goTo = (hash: string) => {
    location.hash = hash;
    page.dispatchEvent(new Event('hashchange'));
  };
  goTo('#/board');
  expect(reload).not.toHaveBeenCalled();
  goTo('#/login/51LUIGFd8_qFumcXB9c_u1nN');
  expect(reload).toHaveBeenCalledOnce();
});

function fakeSocket(readyState: number) {
  const close = vi.fn();
  const socket: Socket = { readyState, close, send: vi.fn(), onopen: null, onclose: null, onmessage: null };
  return { socket, close };
}

afterEach(() => vi.unstubAllGlobals());

/** public/connect-early.js as the page runs it. */
async function runEarly(page: {
  hash?: string;
  token?: string | null;
  isDesktop?: boolean;
  protocol?: string;
  kept?: Readonly<Record<string, string>>;
}) {
  const { hash = '', token = 't', isDesktop = false, protocol = 'http:', kept = {} } = page;
  const opened: unknown[][] = [];
  const sent: unknown[] = [];
  let onOpen = () => {};
  const window = {
    location: { hash, protocol, host: '127.0.0.1:7' },
    sessionStorage: {
      getItem: (name: string) => (name === 'beads-console.token' ? token : (kept[name] ?? null)),
    },
    ...(isDesktop ? { beadsBridge: {} } : {}),
  } as { beadsEarly?: Early };
  class FakeWebSocket {
    constructor(...how: unknown[]) {
      opened.push(how);
    }
    addEventListener(_type: 'open', listener: () => void) {
      onOpen = listener;
    }
    send(text: string) {
      sent.push(JSON.parse(text));
    }
  }
  vi.stubGlobal('window', window);
  vi.stubGlobal('WebSocket', FakeWebSocket);
  vi.resetModules();
  // @ts-expect-error a plain script of the page: it has no types and exports nothing
  await import('../public/connect-early.js');
  return { window, opened, sent, open: () => onOpen() };
}

it('the connection is begun early with the token of this tab', async () => {
  const { window, opened } = await runEarly({ token: 'mine' });
  expect(opened).toEqual([['ws://127.0.0.1:7/bridge', ['beads-console', 'bearer.mine']]]);
  expect(window.beadsEarly?.token).toBe('mine');
  expect((await runEarly({ protocol: 'https:' })).opened[0]?.[0]).toBe('wss://127.0.0.1:7/bridge');
});

it('the first questions are sent when it opens: of the remembered project, and of the demo where it is shown', async () => {
  const plain = await runEarly({});
  expect(plain.sent).toEqual([]);
  plain.open();
  const names = (sent: unknown[]) => (sent as { name: string }[]).map(({ name }) => name);
  expect(names(plain.sent)).toEqual(['app.info', 'settings.watch', 'layout.read']);
  const demo = await runEarly({ kept: { 'beads-console.project': '/p', 'beads-console.app': 'demo' } });
  demo.open();
  expect(demo.window.beadsEarly?.asked).toEqual(demo.sent);
  expect(demo.sent).toContainEqual(
    expect.objectContaining({ name: 'beads.watch', input: { project: '/p' }, after: null, app: 'demo' }),
  );
});

it.each([
  ['without a token', { token: null }],
  ['with a fresh link', { hash: '#/login/51LUIGFd8_qFumcXB9c_u1nN' }],
  ['in the desktop app', { isDesktop: true }],
])('nothing is begun early %s', async (_when, page) => {
  const { window, opened } = await runEarly(page);
  expect([opened, window.beadsEarly]).toEqual([[], undefined]);
});

it('the early socket is taken once, while it is being opened or is open', () => {
  for (const readyState of [0, 1]) {
    const { socket, close } = fakeSocket(readyState);
    const page = { beadsEarly: { token: 't', socket, asked: [], heard: [] } };
    expect(takeEarly(page, 't')?.socket).toBe(socket);
    expect(takeEarly(page, 't')).toBeNull();
    expect(close).not.toHaveBeenCalled();
  }
});

it('one that was refused or closed before it was taken, or that has another token, is left and ended', () => {
  for (const [readyState, token] of [
    [2, 't'],
    [3, 't'],
    [1, 'of-before'],
  ] as const) {
    const { socket, close } = fakeSocket(readyState);
    expect(takeEarly({ beadsEarly: { token, socket, asked: [], heard: [] } }, 't')).toBeNull();
    expect(close).toHaveBeenCalledOnce();
  }
  expect(takeEarly({}, 't')).toBeNull();
});
