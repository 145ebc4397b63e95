import { needsTrust } from '@domain/bead/trust';
import type { BeadsSnapshot } from '@domain/tracker-state';
import { useBeads } from './use-beads';

/** Why nothing can be written to these beads now, in a sentence; null where it can. */
export function writeBar(snapshot: BeadsSnapshot | null): string | null {
  if (snapshot === null || snapshot.tracker.type !== 'open') return 'The beads are not read yet.';
  const { access, generation } = snapshot.tracker.info;
  if (access.mode === 'read-only') {
    return access.install_command === null
      ? 'These beads can only be read here.'
      : `These beads can only be read here. To change them: ${access.install_command}`;
  }
  if (!snapshot.is_trusted && needsTrust(generation, 'write'))
    return 'This project is not trusted yet: changing beads runs its hooks.';
  return null;
}

export function useWriteBar(): string | null {
  return writeBar(useBeads().value);
}
