import { Timestamp } from '@domain/session/values';
import { z } from 'zod';
import { err, ok, type Result } from './result';

/** `write` includes `read`. */
export const TokenScope = z.enum(['read', 'write']);
export type TokenScope = z.infer<typeof TokenScope>;

export const TOKEN_PREFIX = 'bcp_';
export const MOST_TOKENS = 100;
export const MAX_TOKEN_DAYS = 365;
export const DEFAULT_TOKEN_DAYS = 90;

export const TokenName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}]*$/u, 'plain text');

/** What is known of a personal access token. The token itself was shown once and is kept nowhere. */
export const AccessToken = z.object({
  id: z.string().min(8).max(40),
  name: z.string(),
  scope: TokenScope,
  created_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: Timestamp.nullable(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const AccessTokenError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('token-not-found'), id: z.string() }),
  z.object({ code: z.literal('token-ambiguous'), id: z.string() }),
  z.object({ code: z.literal('tokens-too-many'), most: z.int() }),
  /** The file cannot be read, cannot be written, or others may read it. Until it is mended no personal token works. */
  z.object({ code: z.literal('tokens-unavailable'), detail: z.string() }),
]);
export type AccessTokenError = z.infer<typeof AccessTokenError>;

/** Whether it opens anything at this moment. */
export function judgeToken(
  token: AccessToken,
  nowMs: number,
): Result<{ readonly id: string; readonly scope: TokenScope }, 'expired' | 'revoked'> {
  if (token.revoked_at !== null) return err('revoked');
  // A time that cannot be read is one that has passed.
  if (!(nowMs < Date.parse(token.expires_at))) return err('expired');
  return ok({ id: token.id, scope: token.scope });
}

/** By its id or the beginning of it. */
export function findToken(
  tokens: readonly AccessToken[],
  id: string,
): Result<AccessToken, Extract<AccessTokenError, { id: string }>> {
  const found = tokens.filter((token) => token.id.startsWith(id));
  const [first] = found;
  if (first === undefined || id === '') return err({ code: 'token-not-found', id });
  return found.length === 1 ? ok(first) : err({ code: 'token-ambiguous', id });
}
