import { describe, expect, it } from 'vitest';
import { exchangeCode, loginCodeOf } from './login';

const answering = (status: number, body: unknown) => async () =>
  new Response(JSON.stringify(body), { status });

describe('the one-time link', () => {
  it.each([
    ['#/login/51LUIGFd8_qFumcXB9c_u1nN', '51LUIGFd8_qFumcXB9c_u1nN'],
    ['#/login/', null],
    ['#/login/short', null],
    ['#/login/51LUIGFd8_qFumcXB9c_u1nN/more', null],
    ['#/board', null],
    ['', null],
  ])('%j carries the code %j', (hash, code) => {
    expect(loginCodeOf(hash)).toBe(code);
  });

  it.each([
    ['gives the token', answering(200, { token: 't0ken' }), { ok: true, value: 't0ken' }],
    [
      'a used code',
      answering(403, { code: 'login-code-unknown' }),
      { ok: false, error: { code: 'login-link-used' } },
    ],
    ['an empty token', answering(200, { token: '' }), { ok: false, error: { code: 'login-link-used' } }],
    [
      'no server',
      () => Promise.reject(new TypeError('fetch failed')),
      { ok: false, error: { code: 'login-server-unreachable' } },
    ],
  ])('%s', async (_what, request, result) => {
    expect(await exchangeCode('code', request as typeof fetch)).toEqual(result);
  });
});
