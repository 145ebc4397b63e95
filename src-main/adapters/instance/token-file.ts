import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { ok, type Result } from '@domain/result';
import type { FileError } from '../fs/file-error';
import { readRegular } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';

/*
 * The server's token, in a file only its owner can read.
 * T1  A missing, damaged or exposed file is replaced by a new token at start, and it is said why.
 * T2  While the file is missing, damaged or exposed, there is no current token: nobody gets in.
 */
export type TokenFile = {
  readonly path: string;
  /** Why there is a new token, or null when the old one is kept. */
  readonly renewed: 'missing' | 'damaged' | 'exposed' | null;
  current(): string | null;
};

const SHAPE = /^[\w-]{43}$/;
type Found =
  | { readonly token: string; readonly stamp: string }
  | { readonly token: null; readonly why: 'missing' | 'damaged' | 'exposed' };

export function openTokenFile(path: string): Result<TokenFile, FileError> {
  const before = look(path);
  if (before.token === null) {
    const written = writeAtomicNow(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    if (!written.ok) return written;
  }
  let known: Found | null = null;

  return ok({
    path,
    renewed: before.token === null ? before.why : null,
    current() {
      // Asked at every request: the file is read again only when it is not the one we know.
      if (known === null || known.token === null || stampOf(path) !== known.stamp) known = look(path);
      return known.token;
    },
  });
}

function look(path: string): Found {
  const read = readRegular(path, { maxBytes: 1024 });
  if (!read.ok) return { token: null, why: read.error.code === 'file-not-found' ? 'missing' : 'damaged' };
  const { data, stats } = read.value;
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) return { token: null, why: 'exposed' };
  const token = data.toString('utf8').trimEnd();
  return SHAPE.test(token) ? { token, stamp: stampFrom(stats) } : { token: null, why: 'damaged' };
}

function stampOf(path: string): string | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? stampFrom(found) : null;
}

// The change time moves with content and with mode, and cannot be set back by hand.
function stampFrom(stats: { ino: number; ctimeMs: number; size: number; mode: number }): string {
  return [stats.ino, stats.ctimeMs, stats.size, stats.mode].join(' ');
}
