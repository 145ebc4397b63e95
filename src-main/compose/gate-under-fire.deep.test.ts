import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTokenBook } from '../adapters/access-tokens/token-book';
import { createHookDoors } from '../adapters/claude-hooks/hook-doors';
import { createAccessTokensService } from '../services/access-tokens/access-tokens-service';
import { createManualClock } from '../testing/manual-clock';
import { rawRequest, upgradeHeaders } from '../testing/raw-request';
import { type RestBench, restBench } from '../testing/rest-bench';
import { placesOf } from './places';

type Headers = readonly (readonly [string, string])[];

/** Tokens made by another clock: one whose end has long come, one revoked, one of too little scope. */
async function tokensOf(rest: RestBench) {
  const make = async (days: number, scope: 'read' | 'write', wall: string) => {
    const clock = createManualClock(wall);
    const tokens = createTokenBook(placesOf(rest.env).accessTokens);
    const service = createAccessTokensService({
      tokens,
      clock,
      newId: () => `t-${days}-${scope}-${wall.slice(0, 4)}`,
    });
    const made = await service.create({ name: 'x', scope, days });
    if (!made.ok) throw new Error(made.error.code);
    return { ...made.value, service };
  };
  const expired = await make(1, 'write', '2020-01-01T00:00:00.000Z');
  const revoked = await make(365, 'write', '2100-01-01T00:00:00.000Z');
  await revoked.service.revoke(revoked.token.id);
  const read = await make(365, 'read', '2101-01-01T00:00:00.000Z');
  return { expired: expired.secret, revoked: revoked.secret, read: read.secret };
}

describe('the gate', () => {
  it('L1 L2 refuses the same strangers at every kind of door', async () => {
    const rest = await restBench();
    const { expired, revoked, read } = await tokensOf(rest);
    const bearer = (token: string): readonly [string, string] => ['Authorization', `Bearer ${token}`];
    const host = ['Host', `127.0.0.1:${rest.port}`] as const;
    const right = bearer(rest.token);
    const ask = async (method: string, path: string, headers: Headers) =>
      (await rawRequest({ port: rest.port, method, path, headers })).status;
    const kinds = [
      ['read', (headers: Headers) => ask('GET', '/api/v1/sessions', headers)],
      ['write', (headers: Headers) => ask('POST', '/api/v1/history/abort-backfill', headers)],
      ['upload', (headers: Headers) => ask('POST', '/api/v1/sessions/x/transcript/upload', headers)],
      ['events', (headers: Headers) => ask('GET', '/api/v1/events?topics=moon', headers)],
      ['socket', (headers: Headers) => ask('GET', '/bridge', [...upgradeHeaders, ...headers])],
    ] as const;
    const strangers: readonly (readonly [string, Headers, number])[] = [
      ['foreign origin', [host, ['Origin', 'https://evil.example'], right], 403],
      ['an origin of nobody', [host, ['Origin', 'null'], right], 403],
      ['a rebound name', [['Host', `evil.example:${rest.port}`], right], 403],
      ['a name that looks like ours', [['Host', '127.0.0.1.evil.example'], right], 403],
      ['two hosts', [host, ['Host', 'evil.example'], right], 403],
      ['no token', [host], 401],
      ['a wrong token', [host, bearer('wrong')], 401],
      ['a cookie', [host, ['Cookie', `token=${rest.token}`]], 401],
      ['two tokens', [host, right, right], 401],
      ['an expired token', [host, bearer(expired)], 401],
      ['a revoked token', [host, bearer(revoked)], 401],
    ];
    for (const [kind, knock] of kinds)
      for (const [who, headers, status] of strangers)
        expect([kind, who, await knock(headers)]).toEqual([kind, who, status]);
    const byScope = await Promise.all(kinds.map(([, knock]) => knock([host, bearer(read)])));
    expect(byScope).toEqual([200, 403, 403, 404, 401]);
    expect(await Promise.all(kinds.map(([, knock]) => knock([host, right])))).toEqual([
      200, 200, 400, 404, 101,
    ]);
  });

  it('L1 Claude’s own door takes nothing from a page, whatever it knows', async () => {
    const doors = createHookDoors();
    onTestFinished(() => doors.close());
    const opened = await doors.open(async () => ({}));
    if (!opened.ok) throw new Error('not opened');
    const { url, header, token } = opened.value;
    const port = Number(new URL(url).port);
    const knock = async (headers: Headers) =>
      (await rawRequest({ port, method: 'POST', path: '/hook', headers, body: '{}' })).status;
    const own = [header, token] as const;
    expect(await knock([['Host', `127.0.0.1:${port}`], own])).toBe(200);
    expect(await knock([['Host', `evil.example:${port}`], own])).toBe(403);
    expect(await knock([['Host', `127.0.0.1:${port}`], ['Origin', `http://127.0.0.1:${port}`], own])).toBe(
      403,
    );
    expect(await knock([['Host', `127.0.0.1:${port}`]])).toBe(401);
  });
});

describe('under fire', () => {
  it('10,000 requests at once, most of them strangers’, and it still answers', async () => {
    const rest = await restBench();
    const counts = new Map<number, number>();
    let left = 10_000;
    const worker = async (token: string | null) => {
      while (left > 0) {
        left -= 1;
        const { status } = await rest.ask('GET', '/sessions?limit=1', { token });
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 48 }, (_none, at) => worker(at % 4 === 0 ? rest.token : null)));
    expect([...counts.keys()].sort()).toEqual([200, 401]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect((await rest.ask('GET', '/app')).status).toBe(200);
  }, 240_000);

  it('slow-loris: a thousand who say half a word are let go, and it still answers', async () => {
    const rest = await restBench();
    const open = new Set<Socket>();
    onTestFinished(() => {
      for (const socket of open) socket.destroy();
    });
    const knock = () =>
      new Promise<void>((resolve) => {
        const socket = connect(rest.port, '127.0.0.1', () => {
          socket.write('GET /api/v1/app HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
          resolve();
        });
        open.add(socket);
        socket.on('error', () => resolve());
        socket.on('close', () => open.delete(socket));
      });
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 50 }, knock));
      expect((await rest.ask('GET', '/app')).status).toBe(200);
    }
    expect(open.size).toBeLessThanOrEqual(256);
  }, 120_000);

  it('a body that never ends is not waited for by anybody else', async () => {
    const rest = await restBench();
    const socket = connect(rest.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(
      `POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${rest.token}\r\nContent-Length: 1000\r\n\r\n{`,
    );
    expect((await rest.ask('GET', '/app')).status).toBe(200);
    await rest.close();
  });
});
