import type { LossReason } from '@domain/git/errors';
import type { Session } from '@domain/session/record';
import type { WorktreeOwner } from './worktree-entry';

const RANK = { active: 0, paused: 1, draft: 2, closed: 3 } as const;

/** Sessions whose folder is this worktree or lies in it, the most alive and latest first. */
export function sessionsIn(path: string, sessions: readonly Session[]): readonly Session[] {
  const isIn = (folder: string) => folder === path || folder.startsWith(`${path}/`);
  return sessions
    .filter(({ worktree, cwd, trashed_at }) => trashed_at === undefined && isIn(worktree ?? cwd))
    .toSorted(
      (a, b) => RANK[a.status] - RANK[b.status] || Date.parse(b.updated_at) - Date.parse(a.updated_at),
    );
}

/** What sessions have against removing the folder they work in. A start or a pause under way counts as alive. */
export function sessionReasons(inside: readonly Session[]): readonly LossReason[] {
  const isLive = ({ status, pending }: Session) => status === 'active' || pending !== undefined;
  const isWaiting = (session: Session) =>
    !isLive(session) && (session.status === 'paused' || session.status === 'draft');
  return [
    ...(inside.some(isLive) ? (['session-live'] as const) : []),
    ...(inside.some(isWaiting) ? (['session-paused'] as const) : []),
  ];
}

/** A Claude that somebody runs in a terminal there works in it too. */
export function busyReasons(path: string, busyFolders: readonly string[]): readonly LossReason[] {
  const isBusy = busyFolders.some((folder) => folder === path || folder.startsWith(`${path}/`));
  return isBusy ? ['session-live'] : [];
}

export function ownerOf([first]: readonly Session[]): WorktreeOwner | null {
  if (first === undefined) return null;
  const { id, title, bead_id, owner, status } = first;
  return { session_id: id, title: title ?? null, bead_id: bead_id ?? null, owner, status };
}
