import { z } from 'zod';
import { createAssetsRoute } from './assets';
import type { LoginCodes } from './login-codes';
import { type HttpRoute, jsonReply, type Route, type UpgradeRoute } from './route';

export type RoutesDeps = {
  readonly assetsFolder: string;
  readonly version: string;
  readonly codes: LoginCodes;
  readonly token: () => string | null;
  readonly bridge: UpgradeRoute;
  /** The addresses for scripts. */
  readonly rest: readonly Route[];
};

const LoginRequest = z.strictObject({ code: z.string().min(1).max(200) });

/** Everything the server answers. The gate's property test walks this list, so what is added here is tested. */
export function createRoutes(deps: RoutesDeps): readonly Route[] {
  const { assetsFolder, version, codes, token, bridge, rest } = deps;
  return [
    createLoginRoute(codes, token),
    createAliveRoute(version),
    bridge,
    ...rest,
    createAssetsRoute(assetsFolder),
  ];
}

/** Trades the code of a one-time link for the token. */
function createLoginRoute(codes: LoginCodes, token: () => string | null): HttpRoute {
  return {
    kind: 'http',
    method: 'POST',
    path: '/login',
    access: 'login',
    maxBodyBytes: 1024,
    async answer({ body }) {
      const request = LoginRequest.safeParse(parseJson(body));
      if (!request.success) return jsonReply(400, { code: 'invalid-input' });
      const current = token();
      if (current === null) return jsonReply(503, { code: 'token-unreadable' });
      const redeemed = codes.redeem(request.data.code);
      if (redeemed.ok) return jsonReply(200, { token: current });
      return jsonReply(redeemed.error.code === 'login-too-often' ? 429 : 403, redeemed.error);
    },
  };
}

/** Lets a page tell a server that is gone from a token that is no longer right. */
function createAliveRoute(version: string): HttpRoute {
  return {
    kind: 'http',
    method: 'GET',
    path: '/alive',
    access: 'token',
    answer: async () => jsonReply(200, { version }),
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
