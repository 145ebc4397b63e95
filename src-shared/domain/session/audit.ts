import type { RunId, SessionId } from '@domain/ids';
import { RedactionCount } from '@domain/privacy/rules';
import { err, ok, type Result } from '@domain/result';
import { z } from 'zod';
import type { RunAlreadyCompleted, RunNotFound } from './errors';
import type { SessionEvent } from './events';
import type { ToolCall } from './message';
import { Run, type RunCompletion } from './run';
import { Timestamp, type TriggerSource } from './values';

/*
 * created (nulls) -> completed, and nothing after that.
 * A1  A run is written when its process is made, with nulls for everything only its end can tell.
 * A2  It is completed once. A second completion is an error of the code path; the first one stays as it was.
 * A3  `duration_ms` is exactly `completed_at - started_at`, and `completed_at` is never before `started_at`.
 * A4  Tool calls keep the order in which they were made; none is an empty list.
 * A5  Every entry carries the hash of the one before it: a line changed, dropped, added or moved is found by `verify`.
 * A6  Only a purge or a stricter filter blanks text; it says so with a `rewritten` entry that begins the chain anew.
 */
export const AUDIT_VERSION = 1;
export const CHAIN_START = '';

export type HashFunction = (text: string) => string;

export const AuditEntry = z.looseObject({
  v: z.int().positive(),
  seq: z.int().positive(),
  at: Timestamp,
  type: z.enum(['run-created', 'run-completed', 'rewritten']),
  run: Run.nullable(),
  reason: z.string().optional(),
  /** What a stricter filter took when it rewrote the log. */
  redactions: z.array(RedactionCount).optional(),
  prev_hash: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export function createRun(facts: {
  run_id: RunId;
  session_id: SessionId;
  trigger_source: TriggerSource;
  prompt: string;
  started_at: Timestamp;
}): Run {
  return {
    run_id: facts.run_id,
    session_id: facts.session_id,
    trigger_source: facts.trigger_source,
    prompt: facts.prompt,
    result: null,
    tool_calls: [],
    success: null,
    error: null,
    duration_ms: null,
    started_at: facts.started_at,
    completed_at: null,
  };
}

export type RunEnd = {
  readonly result: string | null;
  readonly error: string | null;
  readonly success: boolean;
  readonly tool_calls: readonly ToolCall[];
  readonly redactions?: readonly RedactionCount[];
};

export function completionOf(
  run: { run_id: RunId; started_at: Timestamp },
  end: RunEnd,
  at: Timestamp,
): RunCompletion {
  const duration = Math.max(0, Date.parse(at) - Date.parse(run.started_at));
  return {
    run_id: run.run_id,
    result: end.result,
    tool_calls: [...end.tool_calls],
    success: end.success,
    error: end.error,
    duration_ms: duration,
    // A clock that was set back must not end a run before it began.
    completed_at: duration === 0 ? run.started_at : at,
    ...(end.redactions === undefined || end.redactions.length === 0
      ? {}
      : { redactions: [...end.redactions] }),
  };
}

export function completeRun(run: Run, completion: RunCompletion): Result<Run, RunAlreadyCompleted> {
  if (run.completed_at !== null) return err({ code: 'run-already-completed', run_id: run.run_id });
  return ok({ ...run, ...completion });
}

export type AuditChain = {
  /** The entry a journal event causes, if any. The log is a function of the journal, so it can be rebuilt from it. */
  append(event: SessionEvent): Result<AuditEntry | null, RunAlreadyCompleted | RunNotFound>;
  /** Takes an entry that is in the file already and comes next. */
  resume(entry: AuditEntry): void;
  /** Learns of a run from an entry further up; the end of the chain stays where it is. */
  recall(entry: AuditEntry): void;
  seq(): number;
  hash(): string;
  has(runId: RunId): 'open' | 'completed' | null;
};

/** Remembers the chain's end and which runs are open: what the next entry needs. */
export function createAuditChain(hash: HashFunction): AuditChain {
  const open = new Map<RunId, Run>();
  const completed = new Set<RunId>();
  let end = { seq: 0, hash: CHAIN_START };

  const recall = ({ run }: AuditEntry) => {
    if (run === null || completed.has(run.run_id)) return;
    if (run.completed_at === null) open.set(run.run_id, run);
    else {
      open.delete(run.run_id);
      completed.add(run.run_id);
    }
  };
  const resume = (entry: AuditEntry) => {
    end = { seq: entry.seq, hash: entry.hash };
    recall(entry);
  };
  const write = (body: Parameters<typeof seal>[1]) => {
    const entry = seal(end, body, hash);
    resume(entry);
    return ok(entry);
  };

  return {
    resume,
    recall,
    seq: () => end.seq,
    hash: () => end.hash,
    has: (runId) => (completed.has(runId) ? 'completed' : open.has(runId) ? 'open' : null),
    append(event) {
      if (event.type === 'run-created') {
        const { run } = event;
        if (completed.has(run.run_id)) return err({ code: 'run-already-completed', run_id: run.run_id });
        return write({ at: event.at, type: 'run-created', run });
      }
      if (event.type !== 'run-completed') return ok(null);
      const { run_id } = event.completion;
      if (completed.has(run_id)) return err({ code: 'run-already-completed', run_id });
      const begun = open.get(run_id);
      if (begun === undefined) return err({ code: 'run-not-found', run_id });
      const run = completeRun(begun, event.completion);
      return run.ok ? write({ at: event.at, type: 'run-completed', run: run.value }) : run;
    },
  };
}

/** Closes one entry over the chain so far. Key order is part of what is hashed: `verify` hashes the line as it stands. */
export function seal(
  chain: { seq: number; hash: string },
  body: {
    at: Timestamp;
    type: AuditEntry['type'];
    run: Run | null;
    reason?: string;
    redactions?: RedactionCount[];
  },
  hash: HashFunction,
): AuditEntry {
  const open = { v: AUDIT_VERSION, seq: chain.seq + 1, ...body, prev_hash: chain.hash };
  return { ...open, hash: hash(JSON.stringify(open)) };
}

export type AuditFault = {
  readonly line: number;
  readonly fault: 'unreadable' | 'hash-differs' | 'chain-broken';
};

/** One log, checked. `entries` counts up to the fault. */
export const AuditVerdict = z.object({
  file: z.string(),
  entries: z.int().nonnegative(),
  fault: z
    .object({ line: z.int().positive(), fault: z.enum(['unreadable', 'hash-differs', 'chain-broken']) })
    .nullable(),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

/** Walks the lines of `audit.jsonl` as they stand on disk and names the first that does not follow. */
export function verifyAudit(lines: readonly string[], hash: HashFunction): AuditFault | null {
  let chain: { seq: number; hash: string } | null = null;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const entry = parseObject(text);
    if (entry === null) return { line, fault: 'unreadable' };
    const { hash: sealed, ...open } = entry;
    if (sealed !== hash(JSON.stringify(open))) return { line, fault: 'hash-differs' };
    const restarts = entry['type'] === 'rewritten' && entry['prev_hash'] === CHAIN_START;
    const follows =
      chain === null
        ? entry['prev_hash'] === CHAIN_START
        : entry['prev_hash'] === chain.hash && entry['seq'] === chain.seq + 1;
    if (!follows && !restarts) return { line, fault: 'chain-broken' };
    chain = { seq: Number(entry['seq']), hash: String(sealed) };
  }
  return null;
}

/** Runs oldest first, each in its latest form. */
export function runsOf(entries: Iterable<AuditEntry>): Run[] {
  const runs = new Map<RunId, Run>();
  for (const entry of entries) if (entry.run !== null) runs.set(entry.run.run_id, entry.run);
  return [...runs.values()];
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
