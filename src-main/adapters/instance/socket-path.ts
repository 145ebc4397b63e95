import { createHash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@domain/result';
import { attempt } from '../fs/file-error';
import { makeFolders } from '../fs/make-folders';

/** The system's limit is 108 bytes on Linux and 104 on macOS, with the closing zero. */
const MAX_BYTES = 100;

export type SocketPathError = { readonly code: 'socket-folder-unsafe'; readonly path: string };
type Machine = { readonly platform: NodeJS.Platform; readonly temp: string; readonly uid: number };

export function socketPathFor(
  dataFolder: string,
  machine: Machine = { platform: process.platform, temp: tmpdir(), uid: process.getuid?.() ?? 0 },
): Result<string, SocketPathError> {
  const { platform, temp, uid } = machine;
  const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  if (platform === 'win32') return ok(`\\\\.\\pipe\\beads-console-${mark}`);
  const inside = join(dataFolder, 'instance.sock');
  if (Buffer.byteLength(inside) <= MAX_BYTES) return ok(inside);
  const folder = join(temp, `beads-console-${uid}`);
  // The temp folder is everyone's: what stands there under our name may have been put there by somebody else.
  const found = attempt(folder, () => {
    makeFolders(folder);
    return lstatSync(folder);
  });
  return found.ok && isOurs(found.value, uid)
    ? ok(join(folder, `${mark}.sock`))
    : err({ code: 'socket-folder-unsafe', path: folder });
}

function isOurs(found: Stats, uid: number): boolean {
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
