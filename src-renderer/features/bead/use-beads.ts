import type { FolderPath } from '@domain/ids';
import type { BeadsChange, BeadsSnapshot } from '@domain/tracker-state';
import { useEffect, useState } from 'react';
import { useProject } from '../../app/state/project';
import { useStream } from '../../bridge/react';
import type { StreamState } from '../../bridge/stream-store';

export function foldBeads(value: BeadsSnapshot, change: BeadsChange): BeadsSnapshot {
  switch (change.type) {
    case 'beads-changed': {
      const changed = new Map(change.changed.map((bead) => [bead.id, bead]));
      const removed = new Set(change.removed);
      const kept = value.beads.flatMap((bead) => {
        if (removed.has(bead.id)) return [];
        const next = changed.get(bead.id);
        changed.delete(bead.id);
        return [next ?? bead];
      });
      return { ...value, beads: [...kept, ...changed.values()] };
    }
    case 'odd-lines-changed':
      return { ...value, odd_lines: change.odd_lines };
    case 'health-changed':
      return { ...value, health: change.health };
    case 'tracker-changed':
      return { ...value, tracker: change.tracker, is_trusted: change.is_trusted };
    case 'statuses-changed':
      return { ...value, statuses: change.statuses };
  }
}

/** The open project's beads, live. Call it only where a project is open. */
export function useBeads(): StreamState<BeadsSnapshot, unknown & { code: string }> {
  const project = useProject();
  return useStream('beads.watch', { project: project?.path ?? ('' as FolderPath) }, foldBeads);
}

/** False while the window is hidden, so that nothing is watched for a person who does not look. */
export function useIsWindowVisible(): boolean {
  const [isVisible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
