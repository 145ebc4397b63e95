import {
  type AccessToken,
  type AccessTokenError,
  findToken,
  MOST_TOKENS,
  type TokenScope,
} from '@domain/access-token';
import { err, ok, type Result } from '@domain/result';
import type { AccessTokens, KeptToken } from '../../ports/access-tokens';
import type { Clock } from '../../ports/clock';

export type AccessTokensService = {
  /** The only time the token itself is told. */
  create(wish: {
    readonly name: string;
    readonly scope: TokenScope;
    readonly days: number;
  }): Promise<Result<{ token: AccessToken; secret: string }, AccessTokenError>>;
  list(): Promise<Result<AccessToken[], AccessTokenError>>;
  revoke(id: string): Promise<Result<AccessToken, AccessTokenError>>;
};

const DAY_MS = 86_400_000;

export function createAccessTokensService(deps: {
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly newId: () => string;
}): AccessTokensService {
  const { tokens, clock, newId } = deps;
  return {
    async create({ name, scope, days }) {
      const { secret, hash } = tokens.mint();
      const token: AccessToken = {
        id: newId(),
        name,
        scope,
        created_at: clock.now(),
        expires_at: new Date(clock.nowMs() + days * DAY_MS).toISOString(),
        revoked_at: null,
      };
      let isFull = false;
      const saved = await tokens.change((all) => {
        // What opens nothing any more makes room, oldest first.
        const spent = all.filter((one) => isSpent(one, clock.nowMs()));
        const kept = all.filter((one) => !spent.slice(0, all.length - MOST_TOKENS + 1).includes(one));
        isFull = kept.length >= MOST_TOKENS;
        return isFull ? null : [...kept, { ...token, hash }];
      });
      if (!saved.ok) return saved;
      return isFull ? err({ code: 'tokens-too-many', most: MOST_TOKENS }) : ok({ token, secret });
    },
    async list() {
      const all = await tokens.list();
      return all.ok ? ok(all.value.map(shown)) : all;
    },
    async revoke(id) {
      const answer: { found: Result<AccessToken, AccessTokenError> } = {
        found: err({ code: 'token-not-found', id }),
      };
      const saved = await tokens.change((all) => {
        const found = findToken(all, id);
        answer.found = found;
        if (!found.ok || found.value.revoked_at !== null) return null;
        const revoked = { ...found.value, revoked_at: clock.now() };
        answer.found = ok(revoked);
        return all.map((one) => (one.id === revoked.id ? { ...one, revoked_at: revoked.revoked_at } : one));
      });
      if (!saved.ok) return saved;
      return answer.found.ok ? ok(shown(answer.found.value)) : answer.found;
    },
  };
}

function isSpent({ revoked_at, expires_at }: AccessToken, nowMs: number): boolean {
  return revoked_at !== null || !(nowMs < Date.parse(expires_at));
}

function shown(token: AccessToken | KeptToken): AccessToken {
  const { id, name, scope, created_at, expires_at, revoked_at } = token;
  return { id, name, scope, created_at, expires_at, revoked_at };
}
