import { readFile } from 'node:fs/promises';
import { protocol, type Session } from 'electron';
import { SECURITY_HEADERS } from '../surfaces/http/security-headers';
import { APP_SCHEME, assetFor } from './app-address';

/** Must be called before the app is ready; Chromium takes no new schemes afterwards. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** The same policy as in the browser: what holds in one shell holds in the other. */
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-cache' };

export function serveAppProtocol(session: Session, folder: string): () => void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const asset = request.method === 'GET' ? assetFor(request.url, folder) : null;
    const content = asset === null ? null : await readFile(asset.path).catch(() => null);
    if (asset === null || content === null)
      return new Response('not found', { status: 404, headers: HEADERS });
    return new Response(new Uint8Array(content), {
      headers: { ...HEADERS, 'content-type': asset.contentType },
    });
  });
  return () => session.protocol.unhandle(APP_SCHEME);
}
