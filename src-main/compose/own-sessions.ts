import type { Result } from '@domain/result';
import type { Session } from '@domain/session/record';
import { followCaptures } from '../services/history/follow-captures';
import type { HistoryEngine } from '../services/history/history-engine';
import type { OwnSession } from '../services/history/own-session';
import type { SessionsService } from '../services/sessions/sessions-service';

export type OpenSessions = () => Promise<Result<SessionsService, { code: string }>>;

/** Everything the stores know, page by page. A store that cannot be opened costs its names, not the history. */
async function* ownPages(open: OpenSessions): AsyncGenerator<readonly Session[]> {
  const service = await open();
  if (!service.ok) return;
  let cursor: string | undefined;
  for (;;) {
    const page = await service.value.list(
      'everywhere',
      { trash: 'with' },
      { limit: 500, ...(cursor ? { cursor } : {}) },
    );
    if (!page.ok) return;
    yield page.value.sessions;
    if (page.value.next_cursor === null) return;
    cursor = page.value.next_cursor;
  }
}

export async function ownSessionsOf(open: OpenSessions): Promise<readonly OwnSession[]> {
  const own: OwnSession[] = [];
  for await (const sessions of ownPages(open))
    for (const session of sessions)
      own.push({
        id: session.id,
        owner: session.owner,
        title: session.title ?? null,
        bead_id: session.bead_id ?? null,
        agent: session.agent ?? session.agent_id ?? null,
        // Of one that never ran here its transcript knows better, also what came since.
        active_ms:
          session.total_duration_ms === undefined || session.run_count === 0
            ? null
            : Math.round(session.total_duration_ms),
        status: session.status,
        outcome: session.outcome ?? null,
        pause_reason: session.pause_reason,
        tags: session.tags,
        commits: session.commits,
        files: session.files_touched,
        summary: session.summary ?? null,
        is_trashed: session.trashed_at !== undefined,
        chain_id: session.chain_id,
        project_id: session.project_id,
        worktree: session.worktree ?? null,
      });
  return own;
}

/** Our records say how far the history has captured their transcripts. */
export async function moveOwnCaptures(
  open: OpenSessions,
  engine: HistoryEngine,
  nowMs: () => number,
): Promise<number> {
  const service = await open();
  if (!service.ok) return 0;
  return followCaptures({
    pages: () => ownPages(open),
    captures: engine.captures,
    move: service.value.moveCapture,
    stats: engine.stats,
    recount: service.value.countStats,
    nowMs,
  });
}
