import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../fs/make-folders';

export type ArchiveKey = { readonly bytes: Buffer; readonly id: string };

/** The key that lies beside the copies; made once, by whoever comes first. */
export function loadArchiveKey(path: string): ArchiveKey {
  const known = readKey(path);
  if (known !== null) return known;
  makeFolders(dirname(path));
  const temp = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temp, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // A link fails where a key is already: two processes never write with two keys.
    linkSync(temp, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(temp);
  }
  const made = readKey(path);
  if (made === null) throw new Error(`the key of the archive cannot be read: ${path}`);
  return made;
}

function readKey(path: string): ArchiveKey | null {
  let text: string;
  try {
    text = readFileSync(path, 'latin1').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`this is no key of the archive: ${path}`);
  const bytes = Buffer.from(text, 'hex');
  return { bytes, id: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}
