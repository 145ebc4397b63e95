import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '@domain/result';
import type { Gate } from './gate';
import { refuse } from './refuse';
import { type AdmittedRequest, fits, type HttpRoute, jsonReply, type Reply, type Route } from './route';
import { SECURITY_HEADERS } from './security-headers';

export type HttpServer = {
  readonly port: number;
  /** With the address as it is: never a name that could be looked up. */
  readonly url: string;
  close(): Promise<void>;
};

export type HttpServerError =
  | { readonly code: 'port-taken'; readonly port: number }
  | { readonly code: 'port-forbidden'; readonly port: number }
  | { readonly code: 'listen-failed'; readonly port: number; readonly detail: string };

export type HttpServerDeps = {
  readonly gate: Gate;
  readonly routes: readonly Route[];
  /** 0: any free one. */
  readonly port: number;
  readonly onTrouble: (error: unknown, what: { method: string; path: string }) => void;
};

const LOOPBACK = '127.0.0.1';
const MAX_BODY_BYTES = 64 * 1024;
const MAX_DISCARDED_BYTES = 1024 * 1024;

export async function startHttpServer(deps: HttpServerDeps): Promise<Result<HttpServer, HttpServerError>> {
  const { gate, routes, port, onTrouble } = deps;
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = 256;

  server.on('request', (request, response) => {
    const what = { method: request.method ?? '', path: pathOf(request)?.path ?? '' };
    answer(gate, routes, request)
      .catch((error: unknown) => {
        onTrouble(error, what);
        return jsonReply(500, { code: 'internal-error' });
      })
      .then(async (reply) => {
        await discardRest(request);
        send(request, response, reply);
      })
      // The client went away in the middle: nobody is left to tell.
      .catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const asked = pathOf(request);
    const route = routes.find(
      (found) => found.kind === 'upgrade' && asked !== null && fits(found.path, asked.path),
    );
    const admitted = gate.admit(request, route?.access ?? 'token');
    if (!admitted.ok) refuse(socket, admitted.error.status);
    else if (route?.kind !== 'upgrade') refuse(socket, 404);
    else route.accept(admitted.value, { request, socket, head });
  });
  server.on('clientError', (_error, socket) => refuse(socket, 400));

  const listening = await listen(server, port);
  if (!listening.ok) return listening;
  const actual = (server.address() as AddressInfo).port;
  return ok({
    port: actual,
    url: `http://${LOOPBACK}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        for (const route of routes) if (route.kind === 'upgrade') route.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function listen(
  server: ReturnType<typeof createServer>,
  port: number,
): Promise<Result<void, HttpServerError>> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(err({ code: 'port-taken', port }));
      else if (error.code === 'EACCES') resolve(err({ code: 'port-forbidden', port }));
      else resolve(err({ code: 'listen-failed', port, detail: error.message }));
    };
    server.once('error', failed);
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.off('error', failed);
      resolve(ok(undefined));
    });
  });
}

async function answer(gate: Gate, routes: readonly Route[], request: IncomingMessage): Promise<Reply> {
  const asked = pathOf(request);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const onPath = routes.filter((found) => asked !== null && fits(found.path, asked.path));
  const route = onPath.find((found): found is HttpRoute => found.kind === 'http' && found.method === method);
  // What no route answers asks for as much as the strictest: a stranger learns nothing about what is there.
  const admitted = gate.admit(request, route?.access ?? 'token');
  if (!admitted.ok) return jsonReply(admitted.error.status, { code: admitted.error.code });
  // An upgrade path asked for without an upgrade must not fall through to the assets below it.
  if (onPath[0]?.kind === 'upgrade') return jsonReply(426, { code: 'upgrade-required' });
  if (route === undefined || asked === null) {
    return onPath.length > 0
      ? jsonReply(405, { code: 'method-not-allowed' })
      : jsonReply(404, { code: 'unknown-route' });
  }
  const body = await readBody(request, route.maxBodyBytes ?? MAX_BODY_BYTES);
  if (body === null) return jsonReply(413, { code: 'body-too-large' });
  const admittedRequest: AdmittedRequest = { admission: admitted.value, ...asked, body };
  return route.answer(admittedRequest);
}

/** Null: not a plain path (`*`, or a whole address as sent to a proxy). */
function pathOf(request: IncomingMessage): { path: string; query: URLSearchParams } | null {
  const url = request.url ?? '';
  if (!url.startsWith('/')) return null;
  const at = url.indexOf('?');
  return at === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

/** Null: more than allowed. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * An answer given while the client is still talking is lost with the connection when the rest goes unread, so a
 * modest rest is read and dropped first.
 */
async function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_DISCARDED_BYTES) return;
  }
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(reply.body ?? '');
  response.writeHead(reply.status, {
    'content-type': 'text/plain; charset=utf-8',
    ...SECURITY_HEADERS,
    ...reply.headers,
    'content-length': String(body.length),
    ...(request.complete ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
