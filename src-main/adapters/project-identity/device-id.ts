import { randomUUID } from 'node:crypto';
import { DeviceId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { FileError } from '../fs/file-error';
import { type FileSystem, nodeFileSystem } from '../fs/file-system';
import { writeAtomic } from '../fs/write-file';
import { createOnce, IDENTITY_VERSION, readIdentity } from './identity-file';

const DeviceFile = z.looseObject({ device_id: DeviceId });

/** One id per user-data folder, made at first use. */
export async function readDeviceId(
  path: string,
  now: () => string,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<DeviceId, FileError>> {
  const fresh = { version: IDENTITY_VERSION, device_id: DeviceId.parse(randomUUID()), created_at: now() };
  for (let round = 0; round < 2; round += 1) {
    const found = readIdentity(path, DeviceFile, fs);
    if (!found.ok) return found;
    if (found.value === 'unreadable') {
      const written = await writeAtomic(path, `${JSON.stringify(fresh, null, 2)}\n`, { fs });
      return written.ok ? ok(fresh.device_id) : written;
    }
    if (found.value !== null) return ok(found.value.device_id);
    const made = await createOnce(path, fresh, fs);
    if (!made.ok) return made;
  }
  return err({ code: 'file-not-found', path, errno: 'ENOENT' });
}
