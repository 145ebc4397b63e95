import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Access, createGate } from './gate';
import type { HttpRoute } from './route';

const TOKEN = 'right-token_0123456789';
const HERE = ['Host', '127.0.0.1:4000'];
const PAGE = ['Origin', 'http://127.0.0.1:4000'];
const BEARER = ['Authorization', `Bearer ${TOKEN}`];
const everyAccess: readonly Access[] = ['token', 'login', 'asset'];

const gate = createGate({ token: () => TOKEN });
const verdict = (headers: string[], access: Access, by = gate) => {
  const admitted = by.admit({ rawHeaders: headers }, access);
  return admitted.ok ? 'in' : admitted.error.code;
};

describe('gate', () => {
  it.each(['127.0.0.1', '127.0.0.1:80', 'localhost', 'LocalHost:65535', '[::1]', '[::1]:8080'])(
    'G1 this machine by the name %s',
    (host) => {
      expect(verdict(['host', host, ...BEARER], 'token')).toBe('in');
    },
  );

  const strange = [
    '',
    'evil.example',
    'localhost.',
    'localhost.evil.example',
    'evil-localhost',
    '127.0.0.1.',
    '127.0.0.1.nip.example',
    '127.0.0.2',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0.0.0.0',
    '::1',
    '[::1',
    '[::ffff:127.0.0.1]',
    '[::1%lo]',
    'user@127.0.0.1',
    '127.0.0.1@evil.example',
    '127.0.0.1:',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '127.0.0.1:80:80',
    '127.0.0.1:8a',
    ' 127.0.0.1',
    '127.0.0.1\n',
    '127.0.0.1, evil.example',
    'localhost/evil',
    'localhost#',
    'ⓛocalhost',
  ];

  it.each(strange)('G1 no access from Host %j', (host) => {
    for (const access of everyAccess) {
      expect(verdict(['Host', host, ...PAGE, ...BEARER], access)).toBe('foreign-host');
    }
  });

  it('G1 no Host, and two of them, are refused', () => {
    for (const access of everyAccess) {
      expect(verdict([...PAGE, ...BEARER], access)).toBe('foreign-host');
      expect(verdict([...HERE, ...HERE, ...BEARER], access)).toBe('foreign-host');
    }
  });

  it.each([
    'null',
    'http://evil.example',
    'https://127.0.0.1:4000',
    'http://127.0.0.1:4000/',
    'http://user@127.0.0.1:4000',
    'file://',
    'chrome-extension://abcdef',
    'http://localhost.evil.example',
    'http:127.0.0.1',
    'ws://127.0.0.1:4000',
    '127.0.0.1:4000',
    'http://127.0.0.1:4000 http://evil.example',
    ...strange.filter((host) => host !== '').map((host) => `http://${host}`),
    '',
  ])('G2 no access from Origin %j', (origin) => {
    for (const access of everyAccess) {
      expect(verdict([...HERE, 'Origin', origin, ...BEARER], access)).toBe('foreign-origin');
    }
  });

  it('G2 two origins are refused even when both are ours', () => {
    expect(verdict([...HERE, ...PAGE, ...PAGE, ...BEARER], 'token')).toBe('foreign-origin');
  });

  it('G1 G2 no made-up authority passes unless it is one of the three names', () => {
    const plain = /^(127\.0\.0\.1|localhost|\[::1\])(:[0-9]+)?$/i;
    const shape = fc.oneof(
      fc.webAuthority({ withUserInfo: true, withPort: true, withIPv4: true, withIPv6: true }),
      fc.domain().map((name) => `127.0.0.1.${name}`),
      fc
        .tuple(fc.string(), fc.constantFrom('localhost', '127.0.0.1', '[::1]'), fc.string())
        .map((parts) => parts.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(shape, fc.constantFrom(...everyAccess), (authority, access) => {
        fc.pre(!plain.test(authority));
        expect(verdict(['Host', authority, ...PAGE, ...BEARER], access)).toBe('foreign-host');
        expect(verdict([...HERE, 'Origin', `http://${authority}`, ...BEARER], access)).toBe('foreign-origin');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    // headers, and the verdict for 'token', 'login', 'asset'
    ['nothing', [], 'token-missing', 'origin-missing', 'in'],
    ['a page', [...PAGE], 'token-missing', 'in', 'in'],
    ['a bearer', [...BEARER], 'in', 'in', 'in'],
    ['a bearer in small letters', ['authorization', `bearer ${TOKEN}`], 'in', 'in', 'in'],
    ['a wrong bearer', ['Authorization', 'Bearer wrong'], 'token-wrong', 'origin-missing', 'in'],
    ['an empty bearer', ['Authorization', 'Bearer '], 'token-wrong', 'origin-missing', 'in'],
    ['another scheme', ['Authorization', `Basic ${TOKEN}`], 'token-wrong', 'origin-missing', 'in'],
    ['two bearers', [...BEARER, ...BEARER], 'token-missing', 'origin-missing', 'in'],
    ['a cookie', ['Cookie', `token=${TOKEN}`], 'token-missing', 'origin-missing', 'in'],
    ['a subprotocol', ['Sec-WebSocket-Protocol', `beads-console, bearer.${TOKEN}`], 'in', 'in', 'in'],
    [
      'two subprotocols',
      ['Sec-WebSocket-Protocol', `bearer.${TOKEN}, bearer.x`],
      'token-missing',
      'origin-missing',
      'in',
    ],
    [
      'a wrong subprotocol',
      ['Sec-WebSocket-Protocol', 'bearer.wrong'],
      'token-wrong',
      'origin-missing',
      'in',
    ],
  ])('G3 G4 G5 a request with %s', (_what, headers, token, login, asset) => {
    expect(everyAccess.map((access) => verdict([...HERE, ...headers], access))).toEqual([
      token,
      login,
      asset,
    ]);
  });

  it('G3 only the token is the token', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom(`${TOKEN} `, TOKEN.slice(1), TOKEN.toUpperCase())),
        (text) => {
          fc.pre(text !== TOKEN);
          expect(verdict([...HERE, 'Authorization', `Bearer ${text}`], 'token')).not.toBe('in');
          expect(
            verdict([...HERE, ...PAGE, 'Sec-WebSocket-Protocol', `beads-console, bearer.x${text}`], 'token'),
          ).not.toBe('in');
        },
      ),
    );
  });

  it.each([[null], ['']])('G6 while the token reads %j nobody has it', (token) => {
    const closed = createGate({ token: () => token });
    for (const offered of ['', 'null', 'undefined', TOKEN]) {
      expect(verdict([...HERE, 'Authorization', `Bearer ${offered}`], 'token', closed)).toBe('not-ready');
      expect(verdict([...HERE, 'Sec-WebSocket-Protocol', `bearer.${offered}`], 'token', closed)).toBe(
        'not-ready',
      );
    }
  });

  it('a route that does not say its access does not compile', () => {
    // @ts-expect-error access is missing
    const route: HttpRoute = {
      kind: 'http',
      method: 'GET',
      path: '/x',
      answer: async () => ({ status: 200 }),
    };
    // @ts-expect-error a request without the gate's admission cannot be answered
    const asked: Parameters<HttpRoute['answer']>[0] = {
      path: '/x',
      query: new URLSearchParams(),
      body: Buffer.of(),
    };
    expect([route.path, asked.path]).toEqual(['/x', '/x']);
  });
});
