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
 * G7  'read', 'write': the app's own token, or a personal one of that scope, neither expired nor revoked. A personal token
 *     opens nothing else: the window's own door stays shut to it.
 */
export type Access = 'token' | 'login' | 'asset' | 'read' | 'write';

export type Refusal = {
  readonly status: 401 | 403 | 503;
  readonly code:
    | 'foreign-host'
    | 'foreign-origin'
    | 'origin-missing'
    | 'token-missing'
    | 'token-wrong'
    | 'token-expired'
    | 'token-revoked'
    | 'scope-missing'
    | 'not-ready';
};

declare const passed: unique symbol;
/** Proof that a request went through the gate. Only `admit` makes one, and a route cannot be answered without. */
export type Admission = {
  readonly access: Access;
  /** Whose it is, for the log: the app's own token, or the id of a personal one. */
  readonly holder: string;
  /** Asked again by what lasts: a token may expire or be revoked meanwhile. */
  readonly isStillGood: () => boolean;
  readonly [passed]: true;
};

/** The raw list: Node joins or drops repeated headers, and a second Host must be seen to be refused. */
type Headers = Pick<IncomingMessage, 'rawHeaders'>;

export type Gate = { admit(request: Headers, access: Access): Result<Admission, Refusal> };

export type GateDeps = {
  /** Asked at every request. Null: there is no usable token, so nobody can have the right one. */
  readonly token: () => string | null;
  /** Left out: there are no personal tokens. */
  readonly personal?: (offered: string) => Result<Grant, 'unknown' | 'expired' | 'revoked'>;
};
/** What a personal token allows; `write` includes `read`. */
export type Grant = { readonly id: string; readonly scope: 'read' | 'write' };

export const BRIDGE_PROTOCOL = 'beads-console';
const BEARER_PROTOCOL = 'bearer.';

export function createGate({ token, personal }: GateDeps): Gate {
  const hasNone = () => (token() ?? '') === '';
  const isRight = (offered: string): boolean => {
    const expected = token();
    if (expected === null || expected === '') return false;
    return timingSafeEqual(digest(expected), digest(offered));
  };
  const missing: Refusal = { status: 401, code: 'token-missing' };
  const judge = (offered: string | null, access: Access): Result<string, Refusal> => {
    if (offered === null) return err(missing);
    if (hasNone()) return err({ status: 503, code: 'not-ready' });
    if (isRight(offered)) return ok('app');
    const wrong: Refusal = { status: 401, code: 'token-wrong' };
    if (access !== 'read' && access !== 'write') return err(wrong);
    const grant = personal?.(offered) ?? err('unknown');
    if (!grant.ok)
      return err(grant.error === 'unknown' ? wrong : { status: 401, code: `token-${grant.error}` });
    if (access === 'write' && grant.value.scope !== 'write')
      return err({ status: 403, code: 'scope-missing' });
    return ok(grant.value.id);
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
      const judged = judge(offered, access);
      const isOpen = access === 'asset' || access === 'login';
      if (!isOpen && !judged.ok) return judged;
      if (access === 'login' && origin === undefined && !judged.ok) {
        return err({ status: 403, code: 'origin-missing' });
      }
      const holder = judged.ok ? judged.value : 'nobody';
      const isStillGood = () => isOpen || judge(offered, access).ok;
      return ok({ access, holder, isStillGood } as Admission);
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
