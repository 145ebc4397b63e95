import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@domain/result';

/*
 * A one-time link carries a code, never the token: what stays in a browser's history or a terminal is worth nothing.
 * C1  A code works once.
 * C2  A code works for ten minutes.
 * C3  After ten wrong codes within a minute no code works until that minute is over.
 */
export type LoginCodes = {
  issue(): string;
  redeem(code: string): Result<void, { readonly code: 'login-code-unknown' | 'login-too-often' }>;
};

const LIFE_MS = 10 * 60_000;
const WINDOW_MS = 60_000;
const MOST_WRONG = 10;
/** A link printed and never used is forgotten, oldest first. */
const MOST_CODES = 50;

export type LoginCodesDeps = { readonly nowMs: () => number; readonly newCode?: () => string };

export function createLoginCodes({ nowMs, newCode = randomCode }: LoginCodesDeps): LoginCodes {
  const expiries = new Map<string, number>();
  let wrongAt: number[] = [];

  return {
    issue() {
      const [oldest] = expiries.keys();
      if (expiries.size >= MOST_CODES && oldest !== undefined) expiries.delete(oldest);
      const code = newCode();
      expiries.set(code, nowMs() + LIFE_MS);
      return code;
    },
    redeem(code) {
      const now = nowMs();
      wrongAt = wrongAt.filter((at) => now - at < WINDOW_MS);
      if (wrongAt.length >= MOST_WRONG) return err({ code: 'login-too-often' });
      const expiry = expiries.get(code);
      expiries.delete(code);
      if (expiry !== undefined && now < expiry) return ok(undefined);
      wrongAt.push(now);
      return err({ code: 'login-code-unknown' });
    },
  };
}

function randomCode(): string {
  return randomBytes(18).toString('base64url');
}
