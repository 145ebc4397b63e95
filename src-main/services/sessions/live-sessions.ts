import type { SessionId } from '@domain/ids';
import { err, ok, type Result } from '@domain/result';
import type { RunEnd } from '@domain/session/audit';
import type { SessionError } from '@domain/session/errors';
import type { SessionFact } from '@domain/session/events';
import type { Session } from '@domain/session/record';
import { decideStatus, type StatusCommand, type StatusEffect } from '@domain/session/status-machine';
import type { StopStep } from '@domain/session/values';
import type { DriverEvent, LiveClaude, ProcessEnd } from '../../ports/claude-driver';
import type { Lease } from '../../ports/session-store';
import type { Changed, Kernel } from './kernel';
import { replaceSession } from './replace-session';
import { policyFolderOf } from './session-book';
import type { SessionFigures } from './session-figures';

export const BEAT_MS = 30_000;
const RETRY_MS = 1000;
const STEP_PATIENCE_MS = 250;

type Settled = Result<Session, SessionError>;
type Replaced = Extract<DriverEvent, { type: 'session-replaced' }>;

/*
 * The processes of Claude this program runs, one per session.
 * L1  A process is watched from its launch to its end, and its end is saved even if the first attempt to save it fails.
 * L2  The lease is held as long as the process lives, and given back after its end is saved.
 * L3  Active time is measured by the monotonic clock and handed to whatever fact comes next, once.
 */
export type LiveSessions = {
  has(id: SessionId): boolean;
  ids(): readonly SessionId[];
  /** Call inside the session's queue, once the wish is saved. */
  adopt(process: LiveClaude, lease: Lease): void;
  /** Resolves when the start was saved, or when the process ended instead. */
  started(id: SessionId): Promise<Settled>;
  /** Resolves when the end of the process was saved. */
  ended(id: SessionId): Promise<Settled>;
  /** Acts on the process. Not inside the queue: its end is reported through the queue. */
  perform(id: SessionId, effects: readonly StatusEffect[]): Promise<void>;
  /** Since the last fact that carried active time. */
  activeMs(id: SessionId): number;
  /** What runs, to be spoken to. */
  process(id: SessionId): LiveClaude | null;
  /** Every event of every process, as it comes. */
  onEvent(tell: (id: SessionId, event: DriverEvent) => void): () => void;
  close(): void;
};

type Entry = {
  readonly process: LiveClaude;
  lease: Lease;
  stopLease: () => void;
  readonly started: Deferred;
  readonly ended: Deferred;
  markMs: number | null;
  /** Steps of its end that are not saved yet. */
  steps: StopStep[];
  stopBeat: () => void;
  stop: () => void;
};

export function createLiveSessions(
  kernel: Kernel,
  figures: Pick<SessionFigures, 'hear' | 'facts' | 'forget'>,
): LiveSessions {
  const { clock, timers, queue, log, clean, book, privacy } = kernel;
  const entries = new Map<SessionId, Entry>();
  const listeners = new Set<(id: SessionId, event: DriverEvent) => void>();
  const cancels = new Set<() => void>();
  let isClosed = false;

  const activeMs = (id: SessionId): number => {
    const mark = entries.get(id)?.markMs ?? null;
    return mark === null ? 0 : Math.max(0, clock.monotonicMs() - mark);
  };
  /** Saves a report of the process; what it measured counts from here on. */
  const report = async (
    id: SessionId,
    command: StatusCommand,
    before: (session: Session) => readonly SessionFact[] = () => [],
  ): Promise<Result<Changed, SessionError>> => {
    const nowMs = clock.monotonicMs();
    const elapsed = activeMs(id);
    const saved = await kernel.change(id, (session) => {
      const decision = decideStatus(session, command, { at: clock.now(), activeMs: elapsed });
      return decision.ok ? ok([...before(session), ...decision.value]) : decision;
    });
    const entry = entries.get(id);
    if (saved.ok && entry !== undefined && entry.markMs !== null) entry.markMs = nowMs;
    return saved;
  };
  const later = (ms: number, run: () => void) => {
    if (isClosed) return () => {};
    const cancel = timers.after(ms, () => {
      cancels.delete(cancel);
      run();
    });
    cancels.add(cancel);
    return () => {
      cancels.delete(cancel);
      cancel();
    };
  };

  const policyOf = (id: SessionId) => {
    const found = book.find(id);
    // Gone meanwhile: nothing is saved, the folder does not matter.
    return privacy.of(found === null ? '' : policyFolderOf(found));
  };
  const guardLease = (id: SessionId, { lease, process }: Entry) =>
    lease.onLost(() => {
      log.error('another process took the session over, ours is killed', { session_id: id });
      void process.kill();
    });

  /** A process that leaves at once costs no write of its own for each step: they go with the fact that it is gone. */
  const onStopStep = (id: SessionId, entry: Entry, step: StopStep) => {
    entry.steps.push(step);
    if (entry.steps.length > 1) return;
    later(STEP_PATIENCE_MS, () => {
      void queue.inOrder(id, async () => {
        const steps = entry.steps.splice(0);
        if (steps.length === 0 || entries.get(id) !== entry) return;
        const saved = await kernel.change(id, () => ok(stepFacts(steps)));
        if (!saved.ok) entry.steps.unshift(...steps);
      });
    });
  };

  const beat = (id: SessionId) => {
    const entry = entries.get(id);
    if (entry === undefined) return;
    void queue.inOrder(id, async () => {
      if (entry.markMs === null || entries.get(id) !== entry) return;
      const saved = await report(id, { type: 'beat' });
      if (!saved.ok) log.warn('a heartbeat was not saved', { session_id: id, error: saved.error });
    });
    entry.stopBeat = later(BEAT_MS, () => beat(id));
  };

  const onStarted = (id: SessionId, entry: Entry, event: Extract<DriverEvent, { type: 'started' }>) =>
    queue.inOrder(id, async () => {
      if (entries.get(id) !== entry || entry.markMs !== null) return;
      const { type: _, ...facts } = event;
      const saved = await report(id, { type: 'report-started', ...facts });
      entry.markMs = clock.monotonicMs();
      entry.stopBeat = later(BEAT_MS, () => beat(id));
      if (!saved.ok) {
        // Unsaved it must not go on: what cannot be recorded is not run.
        log.error('a start was not saved, the process is ended', { session_id: id, error: saved.error });
        void entry.process.end();
      }
      entry.started.settle(saved.ok ? ok(saved.value.session) : saved);
    });

  /**
   * L4  A process that goes on as another session takes its entry along at once; whatever is to be saved of the new session
   *     waits until it is there.
   */
  const onReplaced = (from: SessionId, entry: Entry, event: Replaced): Entry => {
    const to = event.session_id;
    const elapsed = activeMs(from);
    const next: Entry = { ...entry, started: deferred(), ended: deferred(), steps: [] };
    next.markMs = clock.monotonicMs();
    entry.stopBeat();
    entries.delete(from);
    entries.set(to, next);
    next.stopBeat = later(BEAT_MS, () => beat(to));
    const work = async () => {
      const { result, error, tool_calls } = event.run;
      const end = clean.runEnd({ result, error, tool_calls, success: error === null }, policyOf(from));
      const saved = await replaceSession(kernel, {
        from,
        to,
        activeMs: elapsed,
        end,
        figures: figures.facts,
      });
      figures.forget(from);
      // A lease is given for what exists: the new one follows the commit, the old one is held until then.
      const lease = saved.ok ? await book.find(to)?.store.acquireLease(to) : undefined;
      entry.stopLease();
      await entry.lease.release();
      if (lease?.ok === true) {
        next.lease = lease.value;
        next.stopLease = guardLease(to, next);
      } else {
        const why = saved.ok ? lease : saved;
        log.error('Claude went on as a session that could not be saved, it is ended', {
          session_id: to,
          why,
        });
        void next.process.end();
      }
      const closed = book.find(from);
      entry.ended.settle(closed === null ? gone(from) : ok(closed.session));
      next.started.settle(saved);
    };
    void queue.inOrder(to, () => queue.inOrder(from, work));
    return next;
  };

  const onEnded = (id: SessionId, entry: Entry, end: ProcessEnd): Promise<void> =>
    queue.inOrder(id, async () => {
      if (entries.get(id) !== entry) return;
      const command = {
        type: 'report-ended',
        how: end.how,
        end: clean.runEnd(runEndOf(end), policyOf(id)),
      } as const;
      const saved = await report(id, command, (session) => [
        ...stepFacts(entry.steps),
        ...figures.facts(session),
      ]);
      if (!saved.ok && saved.error.code !== 'session-not-found') {
        log.error('the end of a process was not saved', { session_id: id, error: saved.error });
        entry.started.settle(saved);
        entry.ended.settle(saved);
        later(RETRY_MS, () => void onEnded(id, entry, end));
        return;
      }
      entries.delete(id);
      figures.forget(id);
      entry.stopBeat();
      entry.stop();
      entry.stopLease();
      await entry.lease.release();
      const settled: Settled = saved.ok ? ok(saved.value.session) : saved;
      entry.started.settle(saved.ok ? err(didNotStart(end)) : settled);
      entry.ended.settle(settled);
    });

  return {
    activeMs,
    has: (id) => entries.has(id),
    ids: () => [...entries.keys()],
    adopt(process, lease) {
      let id = process.session_id;
      let entry: Entry = {
        process,
        lease,
        stopLease: () => {},
        started: deferred(),
        ended: deferred(),
        markMs: null,
        steps: [],
        stopBeat: () => {},
        stop: () => {},
      };
      entries.set(id, entry);
      const stopEvents = process.onEvent((event) => {
        figures.hear(id, event);
        for (const tell of [...listeners]) tell(id, event);
        if (event.type === 'started') void onStarted(id, entry, event);
        else if (event.type === 'process-ended') void onEnded(id, entry, event.end);
        else if (event.type === 'session-replaced') {
          entry = onReplaced(id, entry, event);
          id = event.session_id;
        } else if (event.type === 'stop-step') onStopStep(id, entry, event.step);
      });
      entry.stopLease = guardLease(id, entry);
      entry.stop = stopEvents;
    },
    started: (id) => entries.get(id)?.started.promise ?? Promise.resolve(gone(id)),
    ended: (id) => entries.get(id)?.ended.promise ?? Promise.resolve(gone(id)),
    async perform(id, effects) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      if (effects.includes('kill-process')) await entry.process.kill();
      else if (effects.includes('end-process')) await entry.process.end();
    },
    process: (id) => entries.get(id)?.process ?? null,
    onEvent(tell) {
      listeners.add(tell);
      return () => {
        listeners.delete(tell);
      };
    },
    close() {
      isClosed = true;
      for (const cancel of [...cancels]) cancel();
      cancels.clear();
    },
  };
}

function stepFacts(steps: readonly StopStep[]): SessionFact[] {
  return steps.map((step) => ({ type: 'stop-step-taken', step }));
}

function runEndOf(end: ProcessEnd): RunEnd {
  const error = end.error ?? (end.how === 'died' ? endText(end) : null);
  return {
    result: end.result,
    error,
    success: end.how !== 'died' && end.error === null,
    tool_calls: end.tool_calls,
  };
}

function endText(end: ProcessEnd): string {
  return end.signal === null
    ? `Claude ended with code ${end.exit_code ?? 'unknown'}.`
    : `Claude was ended by ${end.signal}.`;
}

function didNotStart(end: ProcessEnd): SessionError {
  return { code: 'claude-did-not-start', detail: end.error ?? endText(end) };
}

function gone(id: SessionId): Settled {
  return err({ code: 'session-not-found', session_id: id });
}

type Deferred = { readonly promise: Promise<Settled>; settle(value: Settled): void };

function deferred(): Deferred {
  let settle: (value: Settled) => void = () => {};
  const promise = new Promise<Settled>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
