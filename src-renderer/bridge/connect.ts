import type { ClientEnvelope } from '@contract/wire';
import { err, ok, type Result } from '@domain/result';
import { withEarlyQuestions } from './asked-early';
import { exchangeCode, keepToken, type LoginError, loginCodeOf, storedToken } from './login';
import type { Transport } from './transport';
import { createIpcTransport, type PreloadBridge } from './transport-ipc';
import { createWebSocketTransport, SOCKET_OPEN, type Socket } from './transport-ws';

declare global {
  interface Window {
    readonly beadsBridge?: PreloadBridge;
    /** The connection that public/connect-early.js began before this script was here. */
    beadsEarly?: Early;
  }
}

export type Early = {
  readonly token: string;
  readonly socket: Socket;
  readonly asked: readonly Exclude<ClientEnvelope, { type: 'stop' }>[];
  /** What came before the socket was taken over, as it came. */
  readonly heard: unknown[];
};

export type ConnectError = LoginError | { readonly code: 'login-needed' };

/** The way to the program: preload's bridge in the desktop app, a WebSocket with this tab's token in a browser. */
export async function connect(page: Window): Promise<Result<Transport, ConnectError>> {
  if (page.beadsBridge !== undefined) return ok(createIpcTransport(page.beadsBridge));
  const token = await tokenFor(page);
  return token.ok ? ok(openSocket(page, token.value)) : token;
}

async function tokenFor(page: Window): Promise<Result<string, ConnectError>> {
  const code = loginCodeOf(page.location.hash);
  const kept = storedToken(page.sessionStorage);
  if (code === null) return kept === null ? err({ code: 'login-needed' }) : ok(kept);
  // Before anything is asked: the code must not stay in the address bar, the history or a bookmark.
  page.history.replaceState(null, '', page.location.pathname);
  const exchanged = await exchangeCode(code, page.fetch.bind(page));
  if (exchanged.ok) keepToken(page.sessionStorage, exchanged.value);
  else if (kept !== null) return ok(kept);
  return exchanged;
}

/** A fresh link pasted into an open tab changes only what stands behind `#`: the page has to begin anew to take it. */
export function beginAnewOnLoginLink(page: Pick<Window, 'addEventListener' | 'location'>): void {
  page.addEventListener('hashchange', () => {
    if (loginCodeOf(page.location.hash) !== null) page.location.reload();
  });
}

/** Once, and only while it can still be used; any other attempt makes a socket of its own. */
export function takeEarly(page: Pick<Window, 'beadsEarly'>, token: string): Early | null {
  const early = page.beadsEarly;
  delete page.beadsEarly;
  if (early === undefined) return null;
  if (early.token === token && early.socket.readyState <= SOCKET_OPEN) return early;
  early.socket.close();
  return null;
}

function openSocket(page: Window, token: string): Transport {
  const { protocol, host } = page.location;
  const url = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/bridge`;
  const later = (run: () => void, delayMs: number) => {
    const timer = page.setTimeout(run, delayMs);
    return () => page.clearTimeout(timer);
  };
  const early = takeEarly(page, token);
  let first = early?.socket ?? null;
  const transport = createWebSocketTransport({
    open: () => {
      const begun = first;
      first = null;
      return begun ?? (new WebSocket(url, ['beads-console', `bearer.${token}`]) as Socket);
    },
    isRefused: async () => {
      try {
        const response = await page.fetch('/alive', { headers: { authorization: `Bearer ${token}` } });
        return response.status === 401 || response.status === 403;
      } catch {
        return false;
      }
    },
    later,
  });
  if (early === null) return transport;
  const answering = withEarlyQuestions(transport, early.asked, later);
  for (const data of early.heard) early.socket.onmessage?.({ data });
  return answering;
}
