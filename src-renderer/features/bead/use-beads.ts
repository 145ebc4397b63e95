import type { FolderPath } from '@domain/ids';
import type { BeadsChange, BeadsSnapshot } from '@domain/tracker-state';
import { useState } from 'react';
import { useProject } from '../../app/state/project';
import { useStream } from '../../bridge/react';
import type { StreamState } from '../../bridge/stream-store';
import { useIsInUse } from './use-in-use';

type BeadsState = StreamState<BeadsSnapshot, { code: string }>;

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

/**
 * The open project's beads, live; none where no project is open. While nobody looks nothing is followed, and what
 * was last seen stays: editors, scroll and focus with it.
 */
export function useBeads(): BeadsState {
  const project = useProject();
  const path = project?.path ?? ('' as FolderPath);
  const isFollowing = useIsInUse() && project !== null;
  const state = useStream('beads.watch', { project: path }, foldBeads, { isFollowing });
  const [last, setLast] = useState<{ path: string; state: BeadsState }>({ path, state });
  const isAway = state.value === null && state.status === 'waiting' && last.path === path;
  const shown = isAway ? last.state : state;
  if (last.state !== shown || last.path !== path) setLast({ path, state: shown });
  return shown;
}
