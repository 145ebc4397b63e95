import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import { draftOf } from '@domain/session/create';
import type { SessionError } from '@domain/session/errors';
import { stampFacts } from '@domain/session/events';
import type { Session, SessionStats } from '@domain/session/record';
import type { Kernel } from './kernel';

/** What the history knows of a session that no store of ours has met. */
export type ExternalFacts = {
  readonly id: SessionId;
  /** Empty when no line of its transcript names one. */
  readonly cwd: string;
  readonly title: string | null;
  readonly prompt: string | null;
  readonly branch: string | null;
  readonly model: string | null;
  readonly began_at: string;
  readonly ended_at: string;
  /** What its transcript counts up to by now. */
  readonly stats: SessionStats;
  readonly active_ms: number;
};

/**
 * A record for a session that began in a terminal, so that it can be linked, tagged, deleted and continued like one of
 * ours. It is closed and stays external until it is adopted; asked twice it is the same record.
 */
export function createNoteExternal({ stores, book, queue, clean, deviceId }: Kernel) {
  return (facts: ExternalFacts): Promise<Result<Session, SessionError>> =>
    queue.inOrder(facts.id, async () => {
      const known = book.find(facts.id);
      if (known !== null) return ok(known.session);
      const { user } = stores;
      if (user.tombstones().has(facts.id)) return err({ code: 'session-not-found', session_id: facts.id });
      const title = clean.optional('title', facts.title);
      const prompt = clean.optional('prompt', facts.prompt);
      const branch = clean.optional('branch', facts.branch);
      for (const text of [title, prompt, branch]) if (!text.ok) return text;
      const draft = draftOf({
        id: facts.id,
        project_id: user.project_id,
        device_id: deviceId,
        at: facts.began_at,
        cwd: facts.cwd,
        owner: 'external',
        trigger_source: 'external',
        title: title.ok ? title.value : undefined,
        prompt: prompt.ok ? prompt.value : undefined,
        branch: branch.ok ? branch.value : undefined,
        model: facts.model ?? undefined,
      });
      const events = stampFacts({ session_id: facts.id, revision: 0, at: facts.ended_at }, [
        {
          type: 'created',
          session: { ...draft, started_at: facts.began_at, total_duration_ms: facts.active_ms },
        },
        { type: 'stats-counted', stats: facts.stats },
        { type: 'status-derived', status: 'closed' },
      ]);
      const saved = await user.commit([{ session_id: facts.id, expected_revision: 0, events }]);
      if (!saved.ok) return saved;
      const [created] = saved.value;
      return created ? ok(created) : err({ code: 'session-not-found', session_id: facts.id });
    });
}
