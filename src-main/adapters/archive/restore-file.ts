import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import type { RestoreFailure } from '../../ports/archive';
import { makeFolders } from '../fs/make-folders';
import type { ArchiveKey } from './archive-key';
import { type BlockStore, DamagedCopy, openVersion } from './block-store';
import { type Version, wholeHash } from './manifest';
import { BLOCK_BYTES } from './sealed-block';

/**
 * Puts a copy back where it was. It is written beside its place, checked as a whole, and only then given its name; a file
 * that is there already is left alone and must begin with what we have.
 */
export function restoreFile(
  path: string,
  version: Version,
  store: BlockStore,
  key: ArchiveKey,
): Result<'written' | 'there', RestoreFailure> {
  if (wholeHash(key.bytes, version.blocks) !== version.hash) return err({ code: 'copy-damaged', path });
  const temp = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp~`;
  try {
    const there = compare(path, version, store);
    if (there !== 'none') return there === 'same' ? ok('there') : err({ code: 'file-in-the-way', path });
    makeFolders(dirname(path));
    write(temp, version, store);
    // A link never replaces anything, which a rename would. Its time is now: an old one would be deleted again at once.
    linkSync(temp, path);
    return ok('written');
  } catch (error) {
    if (error instanceof DamagedCopy) return err({ code: 'copy-damaged', path });
    if (codeOf(error) === 'EEXIST') return err({ code: 'file-in-the-way', path });
    return err({ code: 'disk', path, detail: codeOf(error) });
  } finally {
    try {
      unlinkSync(temp);
    } catch {
      // It was never written.
    }
  }
}

function write(path: string, version: Version, store: BlockStore): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    const source = openVersion(store, version);
    const plain = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let at = 0; at < version.bytes; ) {
      const count = source.read(plain, 0, BLOCK_BYTES, at);
      for (let written = 0; written < count; ) written += writeSync(fd, plain, written, count - written);
      at += count;
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** `same`: the file begins with our copy, and may have been written on. */
function compare(path: string, version: Version, store: BlockStore): 'none' | 'same' | 'other' {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'none';
    throw error;
  }
  try {
    if (fstatSync(fd).size < version.bytes) return 'other';
    const source = openVersion(store, version);
    const [ours, theirs] = [Buffer.alloc(BLOCK_BYTES), Buffer.alloc(BLOCK_BYTES)];
    for (let at = 0; at < version.bytes; ) {
      const count = source.read(ours, 0, BLOCK_BYTES, at);
      const read = readSync(fd, theirs, 0, count, at);
      if (!theirs.subarray(0, read).equals(ours.subarray(0, count))) return 'other';
      at += count;
    }
    return 'same';
  } finally {
    closeSync(fd);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
