import { join } from 'node:path';

export const APP_SCHEME = 'beads';
export const APP_HOST = 'app';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/**
 * Compares scheme and host: for a scheme the URL standard does not know, `origin` is the string "null" for every
 * address, ours and foreign ones alike.
 */
export function isAppPage(url: string, devServer: string | null = null): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (protocol === `${APP_SCHEME}:` && host === APP_HOST) return true;
  if (devServer === null || !URL.canParse(devServer)) return false;
  const dev = new URL(devServer);
  return protocol === dev.protocol && host === dev.host;
}

/** A file that our own page made itself (an export), as opposed to anything that comes from elsewhere. */
export function isMadeByAppPage(url: string, devServer: string | null = null): boolean {
  return url.startsWith('blob:') && isAppPage(url.slice('blob:'.length), devServer);
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

export type Asset = { readonly path: string; readonly contentType: string };

/**
 * The file an address of ours stands for, or null. Every segment is a plain name: nothing that climbs, is hidden, or
 * means something to another file system. A file of a kind we do not ship is not served at all.
 */
export function assetFor(url: string, folder: string): Asset | null {
  if (!isAppPage(url)) return null;
  let segments: string[];
  try {
    segments = decodeURIComponent(new URL(url).pathname).split('/').slice(1);
  } catch {
    return null;
  }
  if (segments.length === 1 && segments[0] === '') segments = ['index.html'];
  if (!segments.every((segment) => /^[\w@+~-][\w.@+~-]*$/.test(segment))) return null;
  const extension = segments.at(-1)?.split('.').at(-1) ?? '';
  const contentType = Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined;
  return contentType === undefined ? null : { path: join(folder, ...segments), contentType };
}
