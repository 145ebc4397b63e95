import { join } from 'node:path';
import { type AuditVerdict, verifyAudit } from '@domain/session/audit';
import { readRegular } from '../fs/read-file';
import { sha256 } from './audit-log';

/** The hash chain of each folder's log as it stands on disk; one that is not there is left out. */
export function verifyAuditFiles(folders: readonly string[]): AuditVerdict[] {
  return folders.flatMap((folder): AuditVerdict[] => {
    const file = join(folder, 'audit.jsonl');
    const read = readRegular(file);
    if (!read.ok)
      return read.error.code === 'file-not-found'
        ? []
        : [{ file, entries: 0, fault: { line: 1, fault: 'unreadable' } }];
    // What stands behind the last line feed is still being written, or is repaired by the next start.
    const lines = read.value.data.toString('utf8').split('\n').slice(0, -1);
    const fault = verifyAudit(lines, sha256);
    return [{ file, entries: fault === null ? lines.length : fault.line - 1, fault }];
  });
}
