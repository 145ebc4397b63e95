import { BeadId, DeviceId, ProjectId, RunId, SessionId } from '@domain/ids';
import { z } from 'zod';
import { Capture, Outcome, Owner, PauseReason, Status, Timestamp, TriggerSource } from './values';

export const SESSION_VERSION = 1;

const Count = z.int().nonnegative();
const Word = z.string().max(500);

export const SessionStats = z.looseObject({
  total_messages: Count.default(0),
  user_messages: Count.default(0),
  assistant_messages: Count.default(0),
  tool_use_count: Count.default(0),
  thinking_blocks: Count.default(0),
  subagent_count: Count.default(0),
  tokens_in: Count.default(0),
  tokens_out: Count.default(0),
  cache_read_tokens: Count.default(0),
  cache_write_tokens: Count.default(0),
  cache_write_5m_tokens: Count.default(0),
  cache_write_1h_tokens: Count.default(0),
  inherited_tokens: Count.default(0),
  cost_micro_usd: Count.optional(),
  cost_source: z.string().max(100).optional(),
  lines_not_understood: Count.default(0),
});
export type SessionStats = z.infer<typeof SessionStats>;

/** Whether a record that counts `known` says all of `stats` already. */
export function saysStats(known: SessionStats | undefined, stats: SessionStats): boolean {
  return known !== undefined && Object.entries(stats).every(([name, value]) => known[name] === value);
}

/** A wish that is journaled but not yet so. It lives inside a status and is settled by recovery after a crash. */
export const Pending = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), run_id: RunId }),
  z.object({ type: z.literal('resume'), run_id: RunId }),
  z.object({ type: z.literal('pause'), reason: PauseReason }),
  z.object({ type: z.literal('close'), outcome: Outcome }),
]);
export type Pending = z.infer<typeof Pending>;

/** Paused too long, or its bead moved on: the person is asked, nothing happens by itself. */
export const Attention = z.object({
  reason: z.enum(['paused-too-long', 'bead-moved-on']),
  since: Timestamp,
});
export type Attention = z.infer<typeof Attention>;

/** The one schema for `meta.json`, for an entry of `index.json`, for every door and for the type. */
export const Session = z.looseObject({
  id: SessionId,
  version: z.int().positive(),
  /** Number of journal events behind this record; the next one carries `revision + 1`. */
  revision: z.int().nonnegative(),
  owner: Owner,
  project_id: ProjectId,
  bead_id: BeadId.optional(),
  agent_id: Word.optional(),
  status: Status,
  outcome: Outcome.optional(),
  pause_reason: PauseReason.optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
  started_at: Timestamp.optional(),
  paused_at: Timestamp.optional(),
  closed_at: Timestamp.optional(),
  title: z.string().optional(),
  objective: z.string().optional(),
  notes: z.string().optional(),
  /** What the context pack held; the pack itself is `context.json`. */
  context_pack: z.record(z.string(), z.unknown()).optional(),
  files_touched: z.array(z.string()),
  commits: z.array(Word),
  total_tokens: Count.optional(),
  total_duration_ms: z.number().nonnegative().optional(),
  /** While active: up to when `total_duration_ms` counts. What came since is not in it yet. */
  counted_until: Timestamp.optional(),

  agent: Word.optional(),
  rig: Word.optional(),
  role: Word.optional(),
  tmux_session: Word.optional(),
  molecule_id: Word.optional(),
  step_ref: Word.optional(),
  chain_id: SessionId,
  parent_id: SessionId.optional(),
  child_ids: z.array(SessionId),
  cwd: z.string().max(4096),
  branch: Word.optional(),
  worktree: z.string().max(4096).optional(),

  trigger_source: TriggerSource,
  prompt: z.string(),
  result: z.string().optional(),
  success: z.boolean().optional(),
  error: z.string().optional(),

  capture: Capture,
  source: Word,
  model: Word.optional(),
  git_remote: Word.optional(),
  transcript_path: z.string().max(4096).optional(),
  initial_prompt: z.string().max(1000).optional(),
  summary: z.string().optional(),
  tags: z.array(z.string()),
  device_id: DeviceId,
  metadata: z.record(z.string(), z.unknown()),
  ended_at: Timestamp.optional(),
  duration_ms: z.int().nonnegative().optional(),
  stats: SessionStats.optional(),

  pending: Pending.optional(),
  open_run: z.object({ run_id: RunId, started_at: Timestamp }).optional(),
  run_count: Count.default(0),
  attention: Attention.optional(),
  focused_at: Timestamp.optional(),
  trashed_at: Timestamp.optional(),
});
export type Session = z.infer<typeof Session>;
