import { BeadId, SessionId } from '@domain/ids';
import { SessionStats } from '@domain/session/record';
import { Capture, Outcome, Owner, PauseReason, Status, Timestamp } from '@domain/session/values';
import { z } from 'zod';
import { BilledDays } from './billed-days';
import { Period } from './period';

const Count = z.int().nonnegative();

export const HistoryStats = SessionStats.extend({
  subagent_messages: Count.default(0),
  tool_error_count: Count.default(0),
  /** Whole lines of a type nobody knows: kept, and counted for nothing else. */
  lines_of_unknown_kind: Count.default(0),
  unpriced_tokens: Count.default(0),
  /** Between its answers, without the pauses that were long. */
  active_ms: Count.default(0),
});
export type HistoryStats = z.infer<typeof HistoryStats>;

/** Our own copy of a session's transcript. */
export const HistoryCopy = z.object({
  /** Every byte: it can be put back and resumed. Else secrets were taken out. */
  is_exact: z.boolean(),
  /** Of the transcripts, and what the copy takes on the disk. */
  bytes: Count,
  stored_bytes: Count,
  kept_at: Timestamp,
});
export type HistoryCopy = z.infer<typeof HistoryCopy>;

/** Where its transcript can still be read. */
export const Keeping = z.object({
  /** Claude's own file is there. */
  has_file: z.boolean(),
  /** When Claude deletes that file, by the days its settings name; null: it is gone, or lies elsewhere. */
  deletes_at: Timestamp.nullable(),
  copy: HistoryCopy.nullable(),
});
export type Keeping = z.infer<typeof Keeping>;

/** One session of this machine as the catalog knows it: begun here or anywhere. */
export const HistorySession = z.object({
  id: SessionId,
  owner: Owner,
  /** Of the transcript's first line; null when it names none. */
  cwd: z.string().nullable(),
  /** The main folder of the project that `cwd` belongs to, or `_unassociated`. */
  project: z.string(),
  branch: z.string().nullable(),
  title: z.string().nullable(),
  initial_prompt: z.string().nullable(),
  claude_version: z.string().nullable(),
  models: z.array(z.string()),
  bead_id: BeadId.nullable(),
  agent: z.string().nullable(),
  /** Of a session that no store of ours knows: closed, without an outcome. */
  status: Status,
  outcome: Outcome.nullable(),
  /** Of one that is paused. */
  pause_reason: PauseReason.optional(),
  tags: z.array(z.string()),
  /** How many; a session that no store of ours knows has none that we know of. */
  commits: Count,
  files: Count,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** When one of its files last changed. */
  updated_at: Timestamp,
  transcript_path: z.string().nullable(),
  bytes: Count,
  /** How far its transcript is captured; also of a session that no store of ours knows. */
  capture: Capture,
  stats: HistoryStats,
  /** What Claude itself reckoned, where it wrote that down. */
  claude_cost_micro_usd: Count.nullable(),
  keeping: Keeping,
});
export type HistorySession = z.infer<typeof HistorySession>;

export const HistoryTrait = z.enum(['commits', 'files', 'bead', 'claude-cost', 'unpriced']);
export type HistoryTrait = z.infer<typeof HistoryTrait>;

/** Every field narrows; a list means any of its members, `tags`, `has` and `not_beads` mean all of them. */
export const HistoryFilter = z.object({
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  /** A project by its folder, `_unassociated`, any other folder, or the name of a project or of a folder on the way. */
  project: z.string().max(4096).optional(),
  /** Or `none`. */
  bead: BeadId.optional(),
  not_beads: z.array(BeadId).max(50).optional(),
  /** In any case, unless there is one of exactly this name; or `none`. */
  agent: z.string().max(500).optional(),
  tags: z.array(z.string().max(500)).max(50).optional(),
  status: z.array(Status).optional(),
  outcome: z.array(Outcome).optional(),
  owner: Owner.optional(),
  /** Part of a model's name. */
  model: z.string().max(200).optional(),
  /** A session without a known price is in no range of costs. */
  min_cost_micro_usd: Count.optional(),
  max_cost_micro_usd: Count.optional(),
  has: z.array(HistoryTrait).optional(),
  /** Has a billed message of its own in that time, whatever else it did then; also what lies in the trash, for it was paid. */
  billed: BilledDays.optional(),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;

/** What of it a report knows. */
export const ReportFilter = HistoryFilter.pick({ since: true, until: true, project: true }).extend({
  /** Together with `since` or `until`, what all of them leave. */
  period: Period.optional(),
});
export type ReportFilter = z.infer<typeof ReportFilter>;

/** What filters can be set to. */
export const HistoryValues = z.object({
  /** Projects that have sessions, and `_unassociated` when there are others. */
  projects: z.array(z.string()),
  /** Folders of no project. */
  folders: z.array(z.string()),
  beads: z.array(z.string()),
  agents: z.array(z.string()),
  tags: z.array(z.string()),
  models: z.array(z.string()),
});
export type HistoryValues = z.infer<typeof HistoryValues>;

export const TextRole = z.enum(['user', 'assistant', 'thinking', 'tool']);

export const SearchHit = z.object({
  session_id: SessionId,
  title: z.string().nullable(),
  cwd: z.string().nullable(),
  role: TextRole,
  /** The line of the transcript it stands in; empty: its beginning. */
  uuid: z.string(),
  at: Timestamp.nullable(),
  /** The found words are told apart from what stands around them. */
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** Newest first unless told; with words to look for that is the time of the newest hit. */
export const ResultOrder = z.enum(['newest', 'oldest', 'cost', 'time', 'tokens', 'hits']);
export type ResultOrder = z.infer<typeof ResultOrder>;

/** A session that was found, with the newest of its hits; without words to look for it has none. */
export const HistoryResult = z.object({ session: HistorySession, hits: Count, hit: SearchHit.nullable() });
export type HistoryResult = z.infer<typeof HistoryResult>;

/** Of everything that was found, whatever the page. */
export const HistoryTotals = z.object({
  sessions: Count,
  hits: Count,
  /** There are more: only so many of the newest hits were looked at. */
  is_capped: z.boolean(),
  active_ms: Count,
  total_tokens: Count,
  cost_micro_usd: Count,
  unpriced_tokens: Count,
});
export type HistoryTotals = z.infer<typeof HistoryTotals>;

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
  /** Sessions; those that were read, and those of which nothing was new. */
  discovered: Count,
  ingested: Count,
  skipped: Count,
  /** Files and folders that could not be read. */
  failed: Count,
  lines_not_understood: Count,
  bytes: Count,
  duration_ms: Count,
});
export type BackfillResult = z.infer<typeof BackfillResult>;

export const LastLook = BackfillResult.extend({
  /** Sessions that were not come to before somebody stopped it. */
  left: Count,
});
export type LastLook = z.infer<typeof LastLook>;

/** Sessions whose capture was cut short, and what becomes of them: at most ten of a kind at once. */
export const CaptureRecovery = z.object({
  /** Left in the middle of being read. */
  read_anew: z.array(SessionId),
  /** Not one line in a day. */
  failed: z.array(SessionId),
  /** Only the summary is tried again. */
  summarised: z.array(SessionId),
});
export type CaptureRecovery = z.infer<typeof CaptureRecovery>;

export const ArchiveMode = z.enum(['exact', 'redacted', 'off']);
export type ArchiveMode = z.infer<typeof ArchiveMode>;

/** Why nobody can tell what is in a copy: then it is left as it is. */
export const CopyTrouble = z.enum(['damaged', 'newer-version', 'not-readable']);
export type CopyTrouble = z.infer<typeof CopyTrouble>;

/** All our copies together. */
export const ArchiveStatus = z.object({
  mode: ArchiveMode,
  /** Copies of sessions that were silent for longer are removed; null: none is. */
  keep_days: z.int().positive().nullable(),
  sessions: Count,
  bytes: Count,
  stored_bytes: Count,
  /** Sessions whose copy is still to be made or brought up to date. */
  due: Count,
  /** Of these could not be made when that was tried last; they are tried again with the next look through everything. */
  failed: Count,
  /** Copies that are there and cannot be read, a hundred at most. Nothing is written over them. */
  unreadable: z.array(z.object({ session_id: SessionId, path: z.string(), why: CopyTrouble })),
  /** After so many days Claude deletes its own file. */
  claude_keeps_days: Count,
});
export type ArchiveStatus = z.infer<typeof ArchiveStatus>;

/** A session's files are back where Claude looks for them. */
export const RestoredSession = z.object({
  id: SessionId,
  path: z.string(),
  /** Files that were put back, and those that were there. */
  written: Count,
  there: Count,
});
export type RestoredSession = z.infer<typeof RestoredSession>;

export const IngestStatus = z.object({
  state: z.enum(['idle', 'looking', 'reading', 'off']),
  sessions_total: Count,
  sessions_done: Count,
  bytes_total: Count,
  bytes_done: Count,
  failed: z.array(z.object({ path: z.string(), error: z.string() })),
  rate_bytes_per_s: Count,
  left_ms: Count.nullable(),
  last: LastLook.nullable(),
  catalog: z.enum(['ready', 'rebuilt']),
});
export type IngestStatus = z.infer<typeof IngestStatus>;
