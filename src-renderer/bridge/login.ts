import { err, ok, type Result } from '@domain/result';

const TOKEN_KEY = 'beads-console.token';

export type LoginError = { readonly code: 'login-link-used' } | { readonly code: 'login-server-unreachable' };

/** `/#/login/<code>`: the fragment never reaches a server's log. */
export function loginCodeOf(hash: string): string | null {
  const match = /^#\/login\/([A-Za-z0-9_-]{8,200})$/.exec(hash);
  return match?.[1] ?? null;
}

/** sessionStorage belongs to this tab and this origin, port included; a cookie would be shared by every port. */
export function storedToken(storage: Storage): string | null {
  return storage.getItem(TOKEN_KEY);
}

export function keepToken(storage: Storage, token: string): void {
  storage.setItem(TOKEN_KEY, token);
}

export function dropToken(storage: Storage): void {
  storage.removeItem(TOKEN_KEY);
}

export async function exchangeCode(code: string, request: typeof fetch): Promise<Result<string, LoginError>> {
  try {
    const response = await request('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    if (!response.ok) return err({ code: 'login-link-used' });
    const body: unknown = await response.json();
    const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : null;
    return typeof token === 'string' && token !== '' ? ok(token) : err({ code: 'login-link-used' });
  } catch {
    return err({ code: 'login-server-unreachable' });
  }
}
