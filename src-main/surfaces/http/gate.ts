import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '@domain/result';
import { isLoopbackHost, isLoopbackOrigin } from './loopback-names';

/*
 * The one gate in front of every route and of the WebSocket upgrade.
 * G1  Exactly one Host, and it names this machine (any port). Otherwise 403.
 * G2  An Origin, when there is one, is a page of this machine. Otherwise 403.
 * G3  'token': a right token, always. Otherwise 401.
 * G4  'login': an Origin, or a right token. Otherwise 403.
 * G5  'asset': nothing more; what it serves is the same for everyone.
 * G6  While there is no token (a server that is still starting), no token is right; a caller who brings one is told
 *     503 and not 401: a page takes 401 for "never again" and would throw its good token away.
 */
export type Access = 'token' | 'login' | 'asset';

export type Refusal = {
  readonly status: 401 | 403 | 503;
  readonly code:
    | 'foreign-host'
    | 'foreign-origin'
    | 'origin-missing'
    | 'token-missing'
    | 'token-wrong'
    | 'not-ready';
};

declare const passed: unique symbol;
/** Proof that a request went through the gate. Only `admit` makes one, and a route cannot be answered without. */
export type Admission = { readonly access: Access; readonly [passed]: true };

/** The raw list: Node joins or drops repeated headers, and a second Host must be seen to be refused. */
type Headers = Pick<IncomingMessage, 'rawHeaders'>;

export type Gate = { admit(request: Headers, access: Access): Result<Admission, Refusal> };

export type GateDeps = {
  /** Asked at every request. Null: there is no usable token, so nobody can have the right one. */
  readonly token: () => string | null;
};

export const BRIDGE_PROTOCOL = 'beads-console';
const BEARER_PROTOCOL = 'bearer.';

export function createGate({ token }: GateDeps): Gate {
  const hasNone = () => (token() ?? '') === '';
  const isRight = (offered: string): boolean => {
    const expected = token();
    if (expected === null || expected === '') return false;
    return timingSafeEqual(digest(expected), digest(offered));
  };

  return {
    admit(request, access) {
      const [host, ...moreHosts] = valuesOf(request, 'host');
      if (host === undefined || moreHosts.length > 0 || !isLoopbackHost(host)) {
        return err({ status: 403, code: 'foreign-host' });
      }
      const [origin, ...moreOrigins] = valuesOf(request, 'origin');
      if (moreOrigins.length > 0 || (origin !== undefined && !isLoopbackOrigin(origin))) {
        return err({ status: 403, code: 'foreign-origin' });
      }
      const offered = offeredToken(request);
      const hasToken = offered !== null && isRight(offered);
      if (access === 'token' && !hasToken) {
        if (offered === null) return err({ status: 401, code: 'token-missing' });
        return err(hasNone() ? { status: 503, code: 'not-ready' } : { status: 401, code: 'token-wrong' });
      }
      if (access === 'login' && origin === undefined && !hasToken) {
        return err({ status: 403, code: 'origin-missing' });
      }
      return ok({ access } as Admission);
    },
  };
}

/** Digests have one length, so the comparison tells nothing about the token's. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function valuesOf(request: Headers, name: string): string[] {
  const raw = request.rawHeaders;
  return raw.filter((_value, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);
}

/** A browser cannot set Authorization on a WebSocket, so there the token travels as a second subprotocol. */
function offeredToken(request: Headers): string | null {
  const [authorization, ...more] = valuesOf(request, 'authorization');
  if (more.length > 0) return null;
  if (authorization !== undefined) return /^Bearer ([\w-]+)$/i.exec(authorization)?.[1] ?? '';
  const protocols = valuesOf(request, 'sec-websocket-protocol').flatMap((value) => value.split(','));
  const bearers = protocols.map((value) => value.trim()).filter((value) => value.startsWith(BEARER_PROTOCOL));
  return bearers.length === 1 ? (bearers[0]?.slice(BEARER_PROTOCOL.length) ?? null) : null;
}
