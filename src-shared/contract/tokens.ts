import {
  AccessToken,
  AccessTokenError,
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  TokenName,
  TokenScope,
} from '@domain/access-token';
import { z } from 'zod';
import { command, query } from './procedure';

/** Personal access tokens for scripts. A person makes and revokes them; no token leads here, nor any agent. */
export const tokens = {
  list: query({
    input: z.strictObject({}),
    output: z.object({ tokens: z.array(AccessToken) }),
    errors: AccessTokenError,
    doors: ['ui', 'cli'],
  }),
  /** `secret` is told this once. */
  create: command({
    input: z.strictObject({
      name: TokenName,
      scope: TokenScope.default('read'),
      days: z.int().min(1).max(MAX_TOKEN_DAYS).default(DEFAULT_TOKEN_DAYS),
    }),
    output: z.object({ token: AccessToken, secret: z.string() }),
    errors: AccessTokenError,
    doors: ['ui', 'cli'],
  }),
  /** By its id or the beginning of it; a revoked one stays listed. */
  revoke: command({
    input: z.strictObject({ id: z.string().min(1).max(40) }),
    output: AccessToken,
    errors: AccessTokenError,
    doors: ['ui', 'cli'],
  }),
};
