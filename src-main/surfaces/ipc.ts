import type { ServerEnvelope } from '@contract/wire';
import { type Connection, createConnection } from './connection';
import type { Dispatch } from './dispatch';

/** One message as it arrived. `frameUrl` is null when the frame was gone before we looked. */
export type IpcMessage = {
  readonly windowId: number;
  readonly frameUrl: string | null;
  readonly isMainFrame: boolean;
  readonly page: unknown;
  readonly body: unknown;
};

/** The channel between this process and its windows; the shell implements it. */
export type IpcPort = {
  onMessage(receive: (message: IpcMessage) => void): () => void;
  /** The window closed or its process died. */
  onGone(tell: (windowId: number) => void): () => void;
  post(windowId: number, page: string, envelope: ServerEnvelope): void;
};

export type IpcDeps = {
  readonly port: IpcPort;
  readonly dispatch: Dispatch;
  readonly isOurPage: (url: string) => boolean;
  readonly onRefused: (why: { windowId: number; frameUrl: string | null; isMainFrame: boolean }) => void;
};

/*
 * I1  Only the main frame of one of our own pages is heard; anything else is refused before its body is looked at.
 * I2  A page that was reloaded is a new client: the streams of the page before end, its late answers go nowhere.
 * I3  A window that is gone leaves no stream behind.
 */
export function serveIpc({ port, dispatch, isOurPage, onRefused }: IpcDeps): () => void {
  const clients = new Map<number, { page: string; connection: Connection }>();

  const drop = (windowId: number) => {
    clients.get(windowId)?.connection.close();
    clients.delete(windowId);
  };

  const clientOf = (windowId: number, page: string): Connection => {
    const known = clients.get(windowId);
    if (known?.page === page) return known.connection;
    drop(windowId);
    const connection = createConnection({
      dispatch,
      door: 'ui',
      name: `window-${windowId}`,
      send: (envelope) => port.post(windowId, page, envelope),
    });
    clients.set(windowId, { page, connection });
    return connection;
  };

  const stopMessages = port.onMessage(({ windowId, frameUrl, isMainFrame, page, body }) => {
    const isOurs = isMainFrame && frameUrl !== null && isOurPage(frameUrl);
    if (!isOurs || typeof page !== 'string' || page.length > 100) {
      onRefused({ windowId, frameUrl, isMainFrame });
      return;
    }
    clientOf(windowId, page).receive(body);
  });
  const stopGone = port.onGone(drop);

  return () => {
    stopMessages();
    stopGone();
    for (const windowId of [...clients.keys()]) drop(windowId);
  };
}
