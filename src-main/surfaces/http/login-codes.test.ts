import { err, ok } from '@domain/result';
import { describe, expect, it } from 'vitest';
import { createLoginCodes } from './login-codes';

const MINUTE = 60_000;

function setUp() {
  const clock = { nowMs: 0 };
  return { clock, codes: createLoginCodes({ nowMs: () => clock.nowMs }) };
}

const unknown = err({ code: 'login-code-unknown' });

describe('login codes', () => {
  it('C1 a code works once', () => {
    const { codes } = setUp();
    const code = codes.issue();
    expect([codes.redeem(code), codes.redeem(code)]).toEqual([ok(undefined), unknown]);
  });

  it.each([
    [10 * MINUTE - 1, ok(undefined)],
    [10 * MINUTE, unknown],
  ])('C2 after %i ms the answer is %o', (waited, answer) => {
    const { clock, codes } = setUp();
    const code = codes.issue();
    clock.nowMs = waited;
    expect(codes.redeem(code)).toEqual(answer);
  });

  it('C3 ten wrong codes close the door for a minute, and the right one survives it', () => {
    const { clock, codes } = setUp();
    const code = codes.issue();
    for (let wrong = 0; wrong < 10; wrong += 1) expect(codes.redeem('wrong')).toEqual(unknown);
    expect(codes.redeem(code)).toEqual(err({ code: 'login-too-often' }));
    clock.nowMs = MINUTE;
    expect(codes.redeem(code)).toEqual(ok(undefined));
  });

  it('codes differ, cannot be guessed and fit into a link', () => {
    const { codes } = setUp();
    const issued = Array.from({ length: 100 }, () => codes.issue());
    expect(new Set(issued).size).toBe(100);
    for (const code of issued) expect(code).toMatch(/^[\w-]{24}$/);
  });

  it('links nobody uses are forgotten, oldest first', () => {
    const { codes } = setUp();
    const [first = '', second = ''] = Array.from({ length: 51 }, () => codes.issue());
    expect([codes.redeem(first), codes.redeem(second)]).toEqual([unknown, ok(undefined)]);
  });
});
