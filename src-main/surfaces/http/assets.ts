import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { HttpRoute, Reply } from './route';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

// Plain names only, so `..`, hidden files, backslashes, percent signs and empty parts never reach the disk.
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
/** The bundler's names carry a hash of the content: such a file never changes. */
const HASHED = /^\/assets\/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

const notFound: Reply = { status: 404, headers: { 'cache-control': 'no-store' }, body: 'Not found\n' };
const notBuilt: Reply = {
  status: 503,
  headers: { 'content-type': TYPES['.txt'] ?? '', 'cache-control': 'no-store' },
  body: 'The window is not built yet. Run: npm run build\n',
};

/** The built window. The only route that needs no token: these files hold no secret and are the same for everyone. */
export function createAssetsRoute(folder: string): HttpRoute {
  return {
    kind: 'http',
    method: 'GET',
    path: '/*',
    access: 'asset',
    async answer({ path }) {
      const name = path === '/' ? '/index.html' : path;
      const type = TYPES[extname(name)];
      const segments = name.slice(1).split('/');
      if (type === undefined || !segments.every((segment) => SEGMENT.test(segment))) return notFound;
      const body = await readInside(folder, segments);
      if (body === null) return name === '/index.html' ? notBuilt : notFound;
      const cache = HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
      return { status: 200, headers: { 'content-type': type, 'cache-control': cache }, body };
    },
  };
}

/** Null also for a link that leads out of the folder. */
async function readInside(folder: string, segments: readonly string[]): Promise<Buffer | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    return file.startsWith(root + sep) ? await readFile(file) : null;
  } catch {
    return null;
  }
}
