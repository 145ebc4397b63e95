import { BeadId, SessionId } from '@domain/ids';
import { SessionStats } from '@domain/session/record';
import { CaptureState, Owner, Timestamp } from '@domain/session/values';
import { z } from 'zod';

const Count = z.int().nonnegative();

export const HistoryStats = SessionStats.extend({
  subagent_messages: Count.default(0),
  tool_error_count: Count.default(0),
  unpriced_tokens: Count.default(0),
});
export type HistoryStats = z.infer<typeof HistoryStats>;

/** One session of this machine as the catalog knows it: begun here or anywhere. */
export const HistorySession = z.object({
  id: SessionId,
  owner: Owner,
  /** Of the transcript's first line; null when it names none. */
  cwd: z.string().nullable(),
  branch: z.string().nullable(),
  title: z.string().nullable(),
  initial_prompt: z.string().nullable(),
  claude_version: z.string().nullable(),
  models: z.array(z.string()),
  bead_id: BeadId.nullable(),
  agent: z.string().nullable(),
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** When one of its files last changed. */
  updated_at: Timestamp,
  transcript_path: z.string().nullable(),
  bytes: Count,
  capture: CaptureState,
  error: z.string().nullable(),
  stats: HistoryStats,
  /** What Claude itself reckoned, where it wrote that down. */
  claude_cost_micro_usd: Count.nullable(),
});
export type HistorySession = z.infer<typeof HistorySession>;

export const HistoryFilter = z.object({
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  /** Sessions whose folder is this one or lies in it. */
  project: z.string().max(4096).optional(),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;

export const TextRole = z.enum(['user', 'assistant', 'thinking', 'tool']);

export const SearchHit = z.object({
  session_id: SessionId,
  title: z.string().nullable(),
  cwd: z.string().nullable(),
  role: TextRole,
  /** The line of the transcript it stands in. */
  uuid: z.string(),
  at: Timestamp.nullable(),
  /** The found words are told apart from what stands around them. */
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const ReportBy = z.enum(['session', 'day', 'bead', 'model', 'project', 'agent']);
export type ReportBy = z.infer<typeof ReportBy>;

export const ReportRow = z.object({
  /** Null: what belongs to none. */
  key: z.string().nullable(),
  sessions: Count,
  messages: Count,
  tokens_in: Count,
  tokens_out: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  cache_write_5m_tokens: Count,
  cache_write_1h_tokens: Count,
  total_tokens: Count,
  /** Of the messages whose model has a price. */
  cost_micro_usd: Count,
  unpriced_tokens: Count,
});
export type ReportRow = z.infer<typeof ReportRow>;

export const Report = z.object({ by: ReportBy, rows: z.array(ReportRow), total: ReportRow });
export type Report = z.infer<typeof Report>;

/** What a look through all of Claude's transcripts came to. */
export const BackfillResult = z.object({
  discovered: Count,
  ingested: Count,
  skipped: Count,
  failed: Count,
  lines_not_understood: Count,
  bytes: Count,
  duration_ms: Count,
});
export type BackfillResult = z.infer<typeof BackfillResult>;

export const IngestStatus = z.object({
  state: z.enum(['idle', 'looking', 'reading', 'off']),
  sessions_total: Count,
  sessions_done: Count,
  bytes_total: Count,
  bytes_done: Count,
  failed: z.array(z.object({ path: z.string(), error: z.string() })),
  rate_bytes_per_s: Count,
  left_ms: Count.nullable(),
  last: BackfillResult.nullable(),
  catalog: z.enum(['ready', 'rebuilt']),
});
export type IngestStatus = z.infer<typeof IngestStatus>;
