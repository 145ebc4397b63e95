import type { AuditVerdict } from '@domain/session/audit';
import { readRegistry } from '../adapters/project-identity/project-registry';
import { verifyAuditFiles } from '../adapters/session-files/verify-audit-files';
import type { Places } from './places';

/** Every log this machine has met, from the files alone: the doctor opens no store and repairs nothing. */
export function verifyAuditLogs(places: Pick<Places, 'projects' | 'sessions'>): AuditVerdict[] {
  const known = readRegistry(places.projects);
  const folders = known.ok ? known.value.map(({ path }) => path) : [];
  return verifyAuditFiles([...new Set([places.sessions, ...folders])]);
}
