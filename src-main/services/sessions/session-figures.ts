import { modelName } from '@domain/cost/price-table';
import { describeStats } from '@domain/history/describe-session';
import { createPriceFinder } from '@domain/history/report';
import type { SessionId } from '@domain/ids';
import { ok } from '@domain/result';
import type { SessionFact } from '@domain/session/events';
import { type Session, type SessionStats, saysStats } from '@domain/session/record';
import { marksOf, type SessionTally, timeOfMark } from '@domain/transcript/session-tally';
import { type Inherited, nothingInherited } from '@domain/transcript/tally-stats';
import type { DriverEvent } from '../../ports/claude-driver';
import type { Kernel } from './kernel';

/*
 * What a session's transcript counts up to, into its record: messages, tokens, cost, and the model that answers.
 * G1  Always counted from the whole transcript, those of subagents included: a resumed session, which is read from its
 *     beginning, counts nothing twice.
 * G2  Saved once a turn has ended and its last lines had time to come, and together with the end of the process; never
 *     message by message. What did not change is not saved.
 * G3  What a fork copied from its parent counts as messages and not as tokens.
 */
export type SessionFigures = {
  hear(id: SessionId, event: DriverEvent): void;
  /** What the record does not say yet. */
  facts(session: Session): readonly SessionFact[];
  /** Saves what was counted while no process of ours ran. */
  count(id: SessionId, tally: SessionTally): Promise<void>;
  forget(id: SessionId): void;
  close(): void;
};

/** Claude writes the last lines of a turn up to a moment after it has ended. */
export const SETTLE_MS = 1000;

export function createSessionFigures(kernel: Kernel): SessionFigures {
  const { timers, queue, log } = kernel;
  const price = kernel.price ?? createPriceFinder();
  const tallies = new Map<SessionId, SessionTally>();
  const models = new Map<SessionId, string>();
  const waiting = new Map<SessionId, () => void>();
  /** Between turns. */
  const quiet = new Set<SessionId>();

  const rest = (id: SessionId) => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  const save = (id: SessionId, news: (session: Session) => readonly SessionFact[]) =>
    queue.inOrder(id, async () => {
      const saved = await kernel.change(id, (session) => ok(news(session)));
      // The next turn, or the end of the process, saves them all the same.
      if (!saved.ok) log.warn('figures were not saved', { session_id: id, error: saved.error });
    });

  const facts = (session: Session): readonly SessionFact[] => {
    const tally = tallies.get(session.id);
    return tally === undefined ? [] : factsOf(session, tally);
  };
  const factsOf = (session: Session, tally: SessionTally): readonly SessionFact[] => {
    const stats: SessionStats = describeStats(tally, inheritedBy(session, tally), 0, price);
    const model = models.get(session.id) ?? answeredBy(session, tally);
    return [
      ...(saysStats(session.stats, stats) ? [] : [{ type: 'stats-counted' as const, stats }]),
      ...(model === null || model === session.model
        ? []
        : [{ type: 'details-noted' as const, details: { model: model.slice(0, 500) } }]),
    ];
  };

  return {
    facts,
    count: (id, tally) => save(id, (session) => factsOf(session, tally)),
    hear(id, event) {
      if (event.type === 'model') models.set(id, event.model);
      if (event.type === 'counted') tallies.set(id, event.tally);
      if (event.type === 'turn-ended') quiet.add(id);
      if (event.type === 'status' && event.status !== 'idle') quiet.delete(id);
      if (event.type === 'process-ended') rest(id);
      const isNews = event.type === 'counted' || event.type === 'turn-ended';
      if (!isNews || !quiet.has(id) || !tallies.has(id)) return;
      rest(id);
      const cancel = timers.after(SETTLE_MS, () => {
        waiting.delete(id);
        void save(id, facts);
      });
      waiting.set(id, cancel);
    },
    forget(id) {
      rest(id);
      tallies.delete(id);
      models.delete(id);
      quiet.delete(id);
    },
    close() {
      for (const id of [...waiting.keys()]) rest(id);
    },
  };
}

/** Copied lines keep their time, which is before the fork was made. */
function inheritedBy({ source, parent_id, created_at }: Session, tally: SessionTally): Inherited {
  if (source !== 'fork' || parent_id === undefined) return nothingInherited;
  const made = Date.parse(created_at);
  return {
    billed: new Set([...tally.billed].filter(([, { atMs }]) => atMs < made).map(([key]) => key)),
    lines: new Set([...marksOf(tally)].filter(([, mark]) => timeOfMark(mark) < made).map(([key]) => key)),
  };
}

/** Of the session itself, the latest. A name that means the same model stays as it was asked for. */
function answeredBy(session: Session, tally: SessionTally): string | null {
  let last: { readonly atMs: number; readonly model: string } | null = null;
  for (const billed of tally.billed.values())
    if (!billed.isSidechain && (last === null || billed.atMs >= last.atMs)) last = billed;
  if (last === null || modelName(last.model) === modelName(session.model ?? '')) return null;
  return last.model;
}
