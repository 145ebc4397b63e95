import type { BeadError } from '@domain/bead/errors';
import { needsTrust } from '@domain/bead/trust';
import type { TrackerState } from '@domain/tracker-state';

/** Why nothing may be written now; null when it may. */
export function refusalToWrite(tracker: TrackerState, isTrusted: boolean): BeadError | null {
  if (tracker.type !== 'open') return null;
  const { access, generation } = tracker.info;
  if (access.mode === 'read-only') {
    return { code: 'tracker-read-only', reason: access.reason, install_command: access.install_command };
  }
  return needsTrust(generation, 'write') && !isTrusted ? { code: 'tracker-untrusted' } : null;
}
