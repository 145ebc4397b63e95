import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '@domain/result';
import type { HearHook, HookCall, HookDoors } from '../../ports/hook-door';

/** A tool's whole answer is in a hook's body; what is longer than this is left to the transcript. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Far more than all sessions together hold open. */
const MOST_CONNECTIONS = 512;
const HEADER = 'x-beads-console-hook';
const PATH = '/hook';

type Door = { readonly token: Buffer; readonly hear: HearHook; readonly closed: Promise<void> };

/** One small server on loopback for all sessions, opened with the first of them. It also serves where nothing else does. */
export function createHookDoors(): HookDoors {
  const doors = new Set<Door>();
  let listening: Promise<Result<{ server: Server; port: number }, string>> | null = null;

  const listen = () =>
    new Promise<Result<{ server: Server; port: number }, string>>((resolve) => {
      const server = createServer({ connectionsCheckingInterval: 2_000 }, (request, response) => {
        const port = (server.address() as AddressInfo | null)?.port ?? 0;
        void answer(request, response, port, doors);
      });
      // Who does not say what they want makes room; a question may wait for its answer as long as it likes.
      server.headersTimeout = 10_000;
      server.maxConnections = MOST_CONNECTIONS;
      server.on('error', (error) => {
        listening = null;
        resolve(err(error.message));
      });
      server.listen(0, '127.0.0.1', () =>
        resolve(ok({ server, port: (server.address() as AddressInfo).port })),
      );
    });

  return {
    async open(hear) {
      listening ??= listen();
      const open = await listening;
      if (!open.ok) return err({ code: 'hooks-failed', detail: open.error });
      const token = randomBytes(32).toString('base64url');
      let close = () => {};
      const closed = new Promise<void>((resolve) => {
        close = resolve;
      });
      const door: Door = { token: Buffer.from(token), hear, closed };
      doors.add(door);
      return ok({
        url: `http://127.0.0.1:${open.value.port}${PATH}`,
        header: HEADER,
        token,
        close() {
          doors.delete(door);
          close();
        },
      });
    },
    async close() {
      const open = await listening;
      listening = null;
      doors.clear();
      if (!open?.ok) return;
      const { server } = open.value;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
  doors: ReadonlySet<Door>,
): Promise<void> {
  const refuse = (status: number) => {
    response.writeHead(status, { connection: 'close' }).end();
    request.destroy();
  };
  request.on('error', () => {});
  response.on('error', () => {});
  // A page in a browser cannot set our header, but it can reach the port under another name. Claude is no page.
  if (request.headers.host !== `127.0.0.1:${port}` || request.headers.origin !== undefined)
    return refuse(403);
  const door = doorOf(request.headers[HEADER], doors);
  if (door === null) return refuse(401);
  if (request.method !== 'POST' || request.url !== PATH) return refuse(404);
  const body = await bodyOf(request);
  if (body === null) return refuse(413);
  const call = parse(body);
  if (call === null) return refuse(400);
  const left = new Promise<void>((resolve) => response.once('close', resolve));
  const said = await Promise.race([door.hear(call, left), door.closed.then(() => ({}))]).catch(() => ({}));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
}

function doorOf(header: string | string[] | undefined, doors: ReadonlySet<Door>): Door | null {
  if (typeof header !== 'string') return null;
  const given = Buffer.from(header);
  let found: Door | null = null;
  for (const door of doors)
    if (given.length === door.token.length && timingSafeEqual(given, door.token)) found = door;
  return found;
}

function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) resolve(null);
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => resolve(null));
  });
}

function parse(body: Buffer): HookCall | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HookCall) : null;
  } catch {
    return null;
  }
}
