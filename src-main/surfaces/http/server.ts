import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { err, ok, type Result } from '@domain/result';
import type { Gate } from './gate';
import { refuse } from './refuse';
import { discardRest, readBody } from './request-body';
import { fits, jsonReply, paramsOf, type Reply, type Route, type UpgradeRoute } from './route';
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
const MOST_CONNECTIONS = 256;
/** Connections that have not said what they want yet; the oldest of more makes room for who has something to say. */
const MOST_SILENT = 128;

export async function startHttpServer(deps: HttpServerDeps): Promise<Result<HttpServer, HttpServerError>> {
  const { gate, routes, port, onTrouble } = deps;
  const server = createServer({ maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 });
  server.headersTimeout = 10_000;
  // A long upload is one request; how long a body may take is each route's own matter.
  server.requestTimeout = 15 * 60_000;
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = MOST_CONNECTIONS;

  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    const [oldest] = silent;
    if (silent.size > MOST_SILENT) oldest?.destroy();
  });
  server.on('request', (request, response) => {
    silent.delete(request.socket);
    const what = { method: request.method ?? '', path: pathOf(request)?.path ?? '' };
    answer(gate, routes, request, response)
      .catch((error: unknown) => {
        // A client that went away in the middle of its own words is no trouble of ours.
        if (!request.socket.destroyed) onTrouble(error, what);
        return tellFor(routesOn(routes, what.path))(500, 'internal-error');
      })
      .then(async (reply) => {
        if (reply === null) return;
        await discardRest(request);
        send(request, response, reply);
      })
      // The client went away in the middle: nobody is left to tell.
      .catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) => {
    silent.delete(request.socket);
    socket.on('error', () => socket.destroy());
    const route = routesOn(routes, pathOf(request)?.path).find(
      (found): found is UpgradeRoute => found.kind === 'upgrade',
    );
    const admitted = gate.admit(request, route?.access ?? 'token');
    if (!admitted.ok) refuse(socket, admitted.error.status);
    else if (route === undefined) refuse(socket, 404);
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
        for (const route of routes) if (route.kind !== 'http') route.close();
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

const routesOn = (routes: readonly Route[], path: string | undefined): readonly Route[] =>
  path === undefined ? [] : routes.filter((found) => fits(found.path, path));

/** How what stands at an address puts a refusal. */
function tellFor(onPath: readonly Route[]): (status: number, code: string) => Reply {
  for (const route of onPath) if (route.kind !== 'upgrade' && route.tell !== undefined) return route.tell;
  return (status, code) => jsonReply(status, { code });
}

async function answer(
  gate: Gate,
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply | null> {
  const asked = pathOf(request);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const onPath = routesOn(routes, asked?.path);
  const tell = tellFor(onPath);
  const route = onPath.find((found) => found.kind !== 'upgrade' && found.method === method);
  // What no route answers asks for as much as the strictest: a stranger learns nothing about what is there.
  const admitted = gate.admit(request, route?.access ?? 'token');
  if (!admitted.ok) return tell(admitted.error.status, admitted.error.code);
  // An upgrade path asked for without an upgrade must not fall through to the assets below it.
  if (onPath[0]?.kind === 'upgrade') return tell(426, 'upgrade-required');
  if (route === undefined || route.kind === 'upgrade' || asked === null) {
    return onPath.length > 0 ? tell(405, 'method-not-allowed') : tell(404, 'unknown-route');
  }
  const known = {
    admission: admitted.value,
    ...asked,
    params: paramsOf(route.path, asked.path) ?? {},
    headers: request.headers,
  };
  if (route.kind === 'stream') {
    return request.method === 'HEAD'
      ? tell(405, 'method-not-allowed')
      : route.serve(known, { request, response });
  }
  const read = await readBody(request, route.maxBodyBytes ?? MAX_BODY_BYTES);
  return read.ok ? route.answer({ ...known, body: read.body }) : tell(read.status, read.code);
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
