import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUploadFolder } from '../../adapters/transcript-uploads/upload-folder';
import { type RawRequest, rawRequest, upgradeHeaders } from '../../testing/raw-request';
import { tempDir } from '../../testing/temp-dir';
import { createRestRoutes } from '../rest/rest-routes';
import { createBridge } from './bridge';
import { createGate } from './gate';
import { createLoginCodes } from './login-codes';
import type { Route } from './route';
import { createRoutes } from './routes';
import { startHttpServer } from './server';

const TOKEN = 'right-token_0123456789';
const never = async () => ({ ok: false as const, error: { code: 'unknown-entry' } });

async function startServer() {
  const folder = tempDir('assets');
  const outside = tempDir('outside');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'main-Ab3_xY9-.js'), 'export {};');
  writeFileSync(join(folder, '.hidden.json'), '{}');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  const held: { token: string | null; nowMs: number } = { token: TOKEN, nowMs: 0 };
  const token = () => held.token;
  const codes = createLoginCodes({ nowMs: () => held.nowMs });
  const bridge = createBridge({ dispatch: { call: never, follow: never } });
  const rest = createRestRoutes({
    dispatch: { call: never, follow: never },
    version: '1.2.3',
    upload: { dispatch: { call: never, follow: never }, uploads: createUploadFolder(tempDir('uploads')) },
  });
  const routes = createRoutes({ assetsFolder: folder, version: '1.2.3', codes, token, bridge, rest });
  const troubles: unknown[] = [];
  const started = await startHttpServer({
    gate: createGate({ token }),
    routes,
    port: 0,
    onTrouble: (error) => troubles.push(error),
  });
  if (!started.ok) throw new Error(started.error.code);
  onTestFinished(() => started.value.close());
  return { server: started.value, port: started.value.port, routes, codes, held, troubles };
}

type Headers = [string, string][];
const askFor = (route: Route, port: number, headers: Headers): RawRequest => ({
  port,
  method: route.kind === 'http' ? route.method : 'GET',
  path: route.path.replace('*', ''),
  headers: route.kind === 'upgrade' ? [...upgradeHeaders, ...headers] : headers,
  ...(route.kind === 'http' && route.method === 'POST' ? { body: '{"code":"none"}' } : {}),
});
const nameOf = (route: Route) => `${route.kind} ${route.path}`;

describe('the route table', () => {
  it('L1 every route but login and assets refuses a missing or wrong token', async () => {
    const { routes, port } = await startServer();
    const isGuarded = ({ access }: Route) => access !== 'login' && access !== 'asset';
    const open = routes.filter((route) => !isGuarded(route)).map(nameOf);
    expect(open).toEqual(['http /login', 'http /*']);
    const host: [string, string] = ['Host', `127.0.0.1:${port}`];
    const wrong: Headers[] = [
      [host],
      [host, ['Origin', `http://127.0.0.1:${port}`]],
      [host, ['Authorization', 'Bearer wrong']],
      [host, ['Cookie', `token=${TOKEN}`]],
      [host, ['Sec-WebSocket-Protocol', 'beads-console, bearer.wrong']],
      [host, ['Sec-WebSocket-Protocol', 'beads-console']],
    ];
    for (const route of routes.filter(isGuarded)) {
      for (const headers of wrong) {
        const { status } = await rawRequest(askFor(route, port, headers));
        expect([nameOf(route), headers, status]).toEqual([nameOf(route), headers, 401]);
      }
      const query = await rawRequest({
        ...askFor(route, port, [host]),
        path: `${route.path}?token=${TOKEN}&access_token=${TOKEN}`,
      });
      expect(query.status).toBe(401);
    }
  });

  it('L1 every route refuses a foreign Host or Origin, also with the right token', async () => {
    const { routes, port } = await startServer();
    const bearer: [string, string] = ['Authorization', `Bearer ${TOKEN}`];
    const foreign = fc.oneof(
      fc.domain(),
      fc.domain().map((name) => `127.0.0.1.${name}`),
      fc.ipV4().filter((address) => address !== '127.0.0.1'),
      fc.constantFrom('localhost.', 'evil@localhost', '[::2]', '127.0.0.1:99999', 'null', '0.0.0.0'),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), foreign, async (route, name) => {
        const asHost: Headers = [['Host', name], bearer];
        const asOrigin: Headers = [['Host', 'localhost'], ['Origin', `http://${name}`], bearer];
        const bare: Headers = [['Host', 'localhost'], ['Origin', name], bearer];
        for (const headers of [asHost, asOrigin, bare]) {
          expect((await rawRequest(askFor(route, port, headers))).status).toBe(403);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('every route lets in who may enter, through a forwarded port too', async () => {
    const { routes, port } = await startServer();
    for (const host of [`127.0.0.1:${port}`, 'localhost:9123', '[::1]:9123']) {
      const headers: Headers = [
        ['Host', host],
        ['Origin', `http://${host}`],
        ['Authorization', `Bearer ${TOKEN}`],
      ];
      const statuses = await Promise.all(
        routes.map(async (route) => [nameOf(route), (await rawRequest(askFor(route, port, headers))).status]),
      );
      const isRest = ([name]: (string | number)[]) => String(name).includes('/api/v1');
      expect(statuses.filter((one) => !isRest(one))).toEqual([
        ['http /login', 403],
        ['http /alive', 200],
        ['upgrade /bridge', 101],
        ['http /*', 200],
      ]);
      // Nobody stands behind them here: what counts is that they were asked.
      const refused = statuses.filter((one) => isRest(one) && [401, 403, 503].includes(Number(one[1])));
      expect([refused, statuses.length > 60]).toEqual([[], true]);
    }
  });

  it('an upgrade of anything but the bridge is refused, and the bridge is nothing but an upgrade', async () => {
    const { port } = await startServer();
    const headers: Headers = [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${TOKEN}`],
    ];
    const upgrade = (path: string, sent: Headers) =>
      rawRequest({ port, path, headers: [...upgradeHeaders, ...sent] });
    expect((await upgrade('/', headers)).status).toBe(404);
    expect((await upgrade('/bridge/', headers)).status).toBe(404);
    expect((await upgrade('/', [['Host', 'localhost']])).status).toBe(401);
    expect((await upgrade('/bridge', [['Host', 'evil.example'], ...headers.slice(1)])).status).toBe(403);
    expect((await rawRequest({ port, path: '/bridge', headers })).status).toBe(426);
    expect((await rawRequest({ port, path: '/bridge', method: 'POST', headers })).status).toBe(426);
  });

  it('L2 while the token cannot be read, nothing that needs it is served', async () => {
    const { routes, port, codes, held } = await startServer();
    held.token = null;
    const headers: Headers = [
      ['Host', 'localhost'],
      ['Origin', 'http://localhost'],
      ['Authorization', 'Bearer null'],
    ];
    for (const route of routes.filter(({ access }) => access !== 'login' && access !== 'asset')) {
      expect((await rawRequest(askFor(route, port, headers))).status).toBe(503);
    }
    const body = JSON.stringify({ code: codes.issue() });
    const login = await rawRequest({ port, method: 'POST', path: '/login', headers, body });
    expect([login.status, login.body]).toEqual([503, '{"code":"token-unreadable"}']);
  });
});

describe('login', () => {
  const page: Headers = [
    ['Host', 'localhost'],
    ['Origin', 'http://localhost'],
  ];
  const login = (port: number, body: string, headers = page) =>
    rawRequest({ port, method: 'POST', path: '/login', headers, body });

  it('C1 trades a code for the token, once', async () => {
    const { port, codes } = await startServer();
    const body = JSON.stringify({ code: codes.issue() });
    const first = await login(port, body);
    const second = await login(port, body);
    expect([first.status, first.body]).toEqual([200, JSON.stringify({ token: TOKEN })]);
    expect([second.status, second.body]).toEqual([403, '{"code":"login-code-unknown"}']);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers['set-cookie']).toBeUndefined();
  });

  it('is refused without an Origin, and a GET of it is not a login', async () => {
    const { port, codes } = await startServer();
    const code = codes.issue();
    const without = await login(port, JSON.stringify({ code }), [['Host', 'localhost']]);
    const got = await rawRequest({ port, path: `/login?code=${code}`, headers: page });
    expect([without.status, got.status]).toEqual([403, 404]);
    expect((await login(port, JSON.stringify({ code }))).status).toBe(200);
  });

  it.each(['', '{', '[]', '{"code":1}', '{"code":""}', '{"code":"x","more":1}'])(
    'refuses the body %j',
    async (body) => {
      const { port } = await startServer();
      expect((await login(port, body)).status).toBe(400);
    },
  );

  it('refuses a body above its limit, declared or not', async () => {
    const { port, troubles } = await startServer();
    const body = JSON.stringify({ code: 'x'.repeat(5000) });
    expect((await login(port, body)).status).toBe(413);
    expect((await login(port, body, [...page, ['Transfer-Encoding', 'chunked']])).status).toBe(413);
    expect(troubles).toEqual([]);
  });

  it('C3 says when it was tried too often', async () => {
    const { port, codes } = await startServer();
    for (let wrong = 0; wrong < 10; wrong += 1) await login(port, '{"code":"wrong"}');
    const body = JSON.stringify({ code: codes.issue() });
    expect((await login(port, body)).status).toBe(429);
  });
});

describe('assets', () => {
  const headers: Headers = [['Host', 'localhost']];

  it('serves the page with the strict headers, and hashed files for ever', async () => {
    const { port } = await startServer();
    const page = await rawRequest({ port, path: '/', headers });
    const script = await rawRequest({ port, path: '/assets/main-Ab3_xY9-.js', headers });
    expect([page.status, page.body]).toEqual([200, '<!doctype html>']);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*|http/);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('a HEAD has the headers and no body', async () => {
    const { port } = await startServer();
    const head = await rawRequest({ port, method: 'HEAD', path: '/', headers });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '15', '']);
  });

  it.each([
    '/../outside/secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..\\..\\secret.txt',
    '//etc/passwd.txt',
    '/./index.html',
    '/assets//main-Ab3_xY9-.js',
    '/link.txt',
    '/.hidden.json',
    '/assets',
    '/assets/',
    '/index.html%00.js',
    '/missing.js',
  ])('has nothing at %s', async (path) => {
    const { port, troubles } = await startServer();
    const found = await rawRequest({ port, path, headers });
    expect([found.status, found.body, troubles]).toEqual([404, 'Not found\n', []]);
  });

  it('a whole address instead of a path is not served', async () => {
    const { port } = await startServer();
    expect((await rawRequest({ port, path: 'http://evil.example/', headers })).status).toBe(401);
  });

  it('says what to do when the window is not built', async () => {
    const { createAssetsRoute } = await import('./assets');
    const route = createAssetsRoute(join(tempDir('empty'), 'nothing'));
    const gate = createGate({ token: () => TOKEN }).admit({ rawHeaders: ['Host', 'localhost'] }, 'asset');
    if (!gate.ok) throw new Error(gate.error.code);
    const reply = await route.answer({
      admission: gate.value,
      path: '/',
      params: {},
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.of(),
    });
    expect([reply.status, reply.body]).toEqual([503, 'The window is not built yet. Run: npm run build\n']);
  });
});

describe('server', () => {
  it('L3 listens on 127.0.0.1 alone, on a port of its own', async () => {
    const { server } = await startServer();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/`);
    expect(server.port).toBeGreaterThan(0);
  });

  it('a taken port is an answer, not a crash', async () => {
    const { port } = await startServer();
    const second = await startHttpServer({
      gate: createGate({ token: () => TOKEN }),
      routes: [],
      port,
      onTrouble: () => {},
    });
    expect(second).toEqual({ ok: false, error: { code: 'port-taken', port } });
  });

  it('a caller who is refused an upgrade and does not hang up keeps nothing open', async () => {
    const { server, port } = await startServer();
    const caller = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    onTestFinished(() => void caller.destroy());
    caller.on('error', () => {});
    const lines = [['Host', 'localhost'], ...upgradeHeaders].map(([name, value]) => `${name}: ${value}`);
    caller.write(`GET /bridge HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const [answer] = await once(caller, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    await server.close();
  });

  it('a route that throws is told to the log and answered without its message', async () => {
    const troubles: unknown[] = [];
    const error = new Error('the password is swordfish');
    const started = await startHttpServer({
      gate: createGate({ token: () => TOKEN }),
      routes: [
        {
          kind: 'http',
          method: 'GET',
          path: '/boom',
          access: 'asset',
          answer: async () => {
            throw error;
          },
        },
      ],
      port: 0,
      onTrouble: (trouble) => troubles.push(trouble),
    });
    if (!started.ok) throw new Error(started.error.code);
    onTestFinished(() => started.value.close());
    const { port } = started.value;
    const answer = await rawRequest({ port, path: '/boom', headers: [['Host', 'localhost']] });
    expect([answer.status, answer.body, troubles]).toEqual([500, '{"code":"internal-error"}', [error]]);
  });
});
