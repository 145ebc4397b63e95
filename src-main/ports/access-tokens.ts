import type { AccessToken } from '@domain/access-token';
import type { Result } from '@domain/result';

/** A token with what is known of its secret: enough to recognise it, not to say it. */
export type KeptToken = AccessToken & { readonly hash: string };
export type TokensTrouble = { readonly code: 'tokens-unavailable'; readonly detail: string };

export type AccessTokens = {
  list(): Promise<Result<readonly KeptToken[], TokensTrouble>>;
  /** One at a time over all processes. Null changes nothing. */
  change(
    edit: (tokens: readonly KeptToken[]) => readonly KeptToken[] | null,
  ): Promise<Result<void, TokensTrouble>>;
  /** 256 random bits, and how they will be recognised. */
  mint(): { readonly secret: string; readonly hash: string };
};
