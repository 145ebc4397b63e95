import type { HistorySession } from '@domain/history/record';
import type { BeadId, SessionId } from '@domain/ids';
import type { Outcome, PauseReason, Status } from '@domain/session/values';
import type { CatalogSession } from './history-engine';

/** What the console itself knows of a session. */
export type OwnSession = {
  readonly id: string;
  readonly owner: 'console' | 'external';
  readonly title: string | null;
  readonly bead_id: BeadId | null;
  readonly agent: string | null;
  /** Without its pauses; null while it was never active. */
  readonly active_ms: number | null;
  readonly status: Status;
  readonly outcome: Outcome | null;
  readonly pause_reason?: PauseReason | undefined;
  readonly tags: readonly string[];
  readonly commits: readonly string[];
  readonly files: readonly string[];
  /** What somebody wrote about it. */
  readonly summary: string | null;
  readonly is_trashed: boolean;
  readonly chain_id: string;
  readonly project_id: string | null;
  /** The folder it worked in when that was not the project's own. */
  readonly worktree: string | null;
};

/** A session that nobody of ours began is active while Claude has it open, and closed otherwise. */
export function withOpen(own: readonly OwnSession[], open: ReadonlySet<string>): readonly OwnSession[] {
  const known = new Set(own.map(({ id }) => id));
  const derived = own.map((session): OwnSession => {
    if (session.owner !== 'external') return session;
    return { ...session, status: open.has(session.id) ? 'active' : 'closed' };
  });
  const others = [...open].filter((id) => !known.has(id));
  return [...derived, ...others.map((id): OwnSession => ({ ...fromTerminal, id }))];
}

export const fromTerminal: Omit<OwnSession, 'id'> = {
  owner: 'external',
  title: null,
  bead_id: null,
  agent: null,
  active_ms: null,
  status: 'active',
  outcome: null,
  tags: [],
  commits: [],
  files: [],
  summary: null,
  is_trashed: false,
  chain_id: '',
  project_id: null,
  worktree: null,
};

export function withOwn({ id, ...session }: CatalogSession, own: OwnSession | undefined): HistorySession {
  return {
    ...session,
    id: id as SessionId,
    owner: own?.owner ?? 'external',
    title: own?.title ?? session.title,
    bead_id: own?.bead_id ?? null,
    agent: own?.agent ?? null,
    status: own?.status ?? 'closed',
    outcome: own?.outcome ?? null,
    ...(own?.status === 'paused' && own.pause_reason !== undefined ? { pause_reason: own.pause_reason } : {}),
    tags: [...(own?.tags ?? [])],
    commits: own?.commits.length ?? 0,
    files: own?.files.length ?? 0,
    stats: own?.active_ms == null ? session.stats : { ...session.stats, active_ms: own.active_ms },
  };
}
