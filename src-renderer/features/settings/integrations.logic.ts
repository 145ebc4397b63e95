import type { AccessToken, AccessTokenError } from '@domain/access-token';
import type { HooksError, HooksState } from '@domain/hooks/elsewhere';
import { assertNever } from '@domain/result';

export function hookWords(state: HooksState | null): string {
  const what = 'With them a session begun in a plain terminal is noticed at once; without, a moment later.';
  if (state === null) return what;
  if (state.is_disabled && state.state !== 'absent')
    return `They are there, but Claude runs no hooks: "disableAllHooks" is on in ${state.settings_file}.`;
  if (state.state === 'installed')
    return `Two entries in ${state.settings_file}. Taking them away gives the file back as it was.`;
  if (state.state === 'partly') return `One of the two entries is missing in ${state.settings_file}.`;
  return `${what} Two entries in ${state.settings_file}; the rest of the file stays byte for byte.`;
}

export function hooksSentence(error: HooksError): string | null {
  switch (error.code) {
    case 'claude-settings-strange':
      return `${error.file} is not what Claude writes, so it was left as it is: ${error.detail}`;
    case 'claude-settings-unavailable':
      return `${error.file} cannot be used: ${error.detail}`;
    case 'hooks-unsupported':
      return 'Hooks are shell commands, and this system has no shell that is known to run ours.';
    default:
      return null;
  }
}

export function tokenSentence(error: AccessTokenError): string {
  switch (error.code) {
    case 'token-not-found':
    case 'token-ambiguous':
      return 'This token is gone already.';
    case 'tokens-too-many':
      return `There are ${error.most} tokens. Revoke one first.`;
    case 'tokens-unavailable':
      return `The file of the tokens cannot be used: ${error.detail}`;
    default:
      return assertNever(error);
  }
}

/** What opens something now comes first, the newest first. */
export function orderedTokens(tokens: readonly AccessToken[], nowMs: number): readonly AccessToken[] {
  return [...tokens].sort(
    (a, b) => Number(isLive(b, nowMs)) - Number(isLive(a, nowMs)) || b.created_at.localeCompare(a.created_at),
  );
}

export function isLive({ revoked_at, expires_at }: AccessToken, nowMs: number): boolean {
  return revoked_at === null && Date.parse(expires_at) > nowMs;
}
