import type { RecentProject } from '@domain/project';
import type { StreamChange, StreamSnapshot } from '../../bridge/client';
import { useStream, useStreamChanges } from '../../bridge/react';

type Recents = StreamSnapshot<'projects.watch'>;

export function foldProjects(value: Recents, change: StreamChange<'projects.watch'>): Recents {
  return change.type === 'recent-changed' ? { recent: change.recent } : value;
}

/** Null until they are known. */
export function useRecentProjects(): readonly RecentProject[] | null {
  return useStream('projects.watch', {}, foldProjects).value?.recent ?? null;
}

export function useProjectChanges(onChange: (change: StreamChange<'projects.watch'>) => void): void {
  useStreamChanges('projects.watch', {}, foldProjects, onChange);
}
