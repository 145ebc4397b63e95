import { join } from 'node:path';
import type { BeadStatusInfo } from '@domain/bead/change';
import type { BeadError } from '@domain/bead/errors';
import { err, ok, type Result } from '@domain/result';
import type { FileSystem } from '../fs/file-system';
import { readTextIfThere } from '../fs/read-file';
import { writeAtomicNow } from '../fs/write-file';
import { BUILT_IN_STATUSES, readConfig, withStatuses } from './config-file';
import { unreadable, unwritable } from './jsonl-store';

/** Adds a status to `config.yaml`; one that is already there stays as it is. */
export function configureStatus(
  beadsDir: string,
  status: BeadStatusInfo,
  fs: FileSystem,
): Result<void, BeadError> {
  const path = join(beadsDir, 'config.yaml');
  const config = readConfig(beadsDir, fs);
  if (!config.ok) return err(unreadable(config.error));
  const present = config.value.customStatuses;
  if ([...BUILT_IN_STATUSES, ...present].some((one) => one.name === status.name)) return ok(undefined);
  const text = readTextIfThere(path, fs);
  if (!text.ok) return err(unreadable(text.error));
  // 0.4x knows plain names only.
  const next = withStatuses(text.value ?? '', [...present, status], !config.value.isNoDb);
  const stats = fs.lstatIfThere(path);
  const mode = stats === undefined ? 0o644 : stats.mode & 0o777;
  const written = writeAtomicNow(path, next, { fs, durable: true, mode });
  return written.ok ? written : err(unwritable(written.error));
}
