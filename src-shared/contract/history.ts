import { ExportFormat, ExportOptions } from '@domain/export/export-options';
import { Figures } from '@domain/history/figures';
import { HistoryFolders } from '@domain/history/folders';
import { SummaryCosts, SummaryFault } from '@domain/history/generated-summary';
import {
  ArchiveStatus,
  BackfillResult,
  CaptureRecovery,
  CopyTrouble,
  HistoryFilter,
  HistoryResult,
  HistorySession,
  HistoryTotals,
  HistoryValues,
  IngestStatus,
  Report,
  ReportBy,
  ReportFilter,
  RestoredSession,
  ResultOrder,
  SearchHit,
} from '@domain/history/record';
import { SessionSummary } from '@domain/history/session-summary';
import {
  FoundPlace,
  OddLine,
  ThreadChoice,
  TranscriptMessage,
  TranscriptOutline,
  TranscriptWindow,
} from '@domain/history/transcript';
import { SessionId } from '@domain/ids';
import { Session } from '@domain/session/record';
import { z } from 'zod';
import { command, query, stream } from './procedure';

export const HistoryError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('session-not-found'), id: z.string() }),
  z.object({ code: z.literal('session-ambiguous'), id: z.string(), matches: z.array(z.string()) }),
  /** A filter in the text that cannot be meant: `status:open`. */
  z.object({ code: z.literal('invalid-query'), part: z.string(), expected: z.string() }),
  /** A file of Claude's is gone and we have no copy. */
  z.object({ code: z.literal('transcript-gone'), id: z.string() }),
  z.object({ code: z.literal('message-not-found'), id: z.string(), message_id: z.string() }),
  /** Nothing can be put back: we never had a copy, or only one without its secrets. */
  z.object({ code: z.literal('no-copy'), id: z.string() }),
  z.object({ code: z.literal('copy-redacted'), id: z.string() }),
  /** The copy is not what was written; nothing was put back. */
  z.object({ code: z.literal('copy-damaged'), id: z.string(), path: z.string() }),
  /** Nobody can tell what the copy is made of. */
  z.object({ code: z.literal('copy-unreadable'), id: z.string(), path: z.string(), why: CopyTrouble }),
  /** Another file has its place, which is never overwritten. */
  z.object({ code: z.literal('file-in-the-way'), id: z.string(), path: z.string() }),
  z.object({ code: z.literal('restore-failed'), id: z.string(), path: z.string(), detail: z.string() }),
  /** Our own record of it could not be made. */
  z.object({ code: z.literal('not-noted'), id: z.string(), detail: z.string() }),
  /** More than one file can hold: fewer sessions, or without what tools answered. */
  z.object({ code: z.literal('export-too-large'), sessions: z.int().nonnegative() }),
  /** Claude wrote no summary; the one that is made without it stays. */
  z.object({ code: z.literal('summary-failed'), id: z.string(), why: SummaryFault, detail: z.string() }),
  /** No session and no file of that name, or no transcript in it. */
  z.object({ code: z.literal('transcript-not-found'), ref: z.string() }),
  z.object({ code: z.literal('transcript-refused'), ref: z.string(), why: z.string() }),
  z.object({ code: z.literal('folder-path-relative'), folder: z.string() }),
  /** A folder is said to be a project that nobody knows and that is not there. */
  z.object({ code: z.literal('folder-not-found'), folder: z.string() }),
  /** Nothing was said about it that could be taken back. */
  z.object({ code: z.literal('remap-not-found'), folder: z.string() }),
  /** What was said about folders could not be written; a file that cannot be understood is left alone. */
  z.object({ code: z.literal('folders-not-saved'), path: z.string(), detail: z.string() }),
  /** The catalog's folder cannot be used; everything else goes on. */
  z.object({ code: z.literal('history-unavailable'), detail: z.string() }),
]);
export type HistoryError = z.infer<typeof HistoryError>;

const readers = ['ui', 'cli', 'rest', 'mcp'] as const;
const owners = ['ui', 'cli', 'rest'] as const;

/** Every Claude session of this machine, begun here or anywhere. */
export const history = {
  list: query({
    input: z.strictObject({
      ...HistoryFilter.shape,
      limit: z.int().min(1).max(500).default(50),
      offset: z.int().nonnegative().default(0),
    }),
    output: z.object({ sessions: z.array(HistorySession), total: z.int().nonnegative() }),
    errors: HistoryError,
    doors: readers,
  }),
  show: query({
    input: z.strictObject({ id: SessionId }),
    output: HistorySession,
    errors: HistoryError,
    doors: readers,
  }),
  /** What it was, made from fields and never by a model; also of one whose transcript is gone. */
  summary: query({
    input: z.strictObject({ id: SessionId }),
    output: SessionSummary,
    errors: HistoryError,
    doors: readers,
  }),
  /**
   * Asks the user's own Claude for a sentence or three about it, whether the setting is on or not, and answers when they are
   * there: half a minute at most, after those that were asked for before. What it costs is not the session's.
   */
  summarise: command({
    input: z.strictObject({ id: SessionId }),
    output: SessionSummary,
    errors: HistoryError,
    doors: owners,
  }),
  /** What all summaries by Claude came to. */
  summaryCosts: query({
    input: z.strictObject({}),
    output: SummaryCosts,
    errors: HistoryError,
    doors: owners,
  }),
  /** The whole id of a session by its beginning. */
  locate: query({
    input: z.strictObject({ ref: z.string().regex(/^[0-9a-fA-F-]{4,36}$/) }),
    output: z.object({ id: SessionId }),
    errors: HistoryError,
    doors: owners,
  }),
  /**
   * Words that must all be there, "phrases", beginnings*, and filters between them (`domain/history/history-query.ts`);
   * newest first. Filters alone find sessions, each with its beginning.
   */
  search: query({
    input: z.strictObject({
      text: z.string().max(1000),
      ...HistoryFilter.shape,
      limit: z.int().min(1).max(500).default(50),
    }),
    output: z.object({ hits: z.array(SearchHit) }),
    errors: HistoryError,
    doors: readers,
  }),
  /** The same by session: each once, with its newest hit, and the sums of all of them. */
  results: query({
    input: z.strictObject({
      text: z.string().max(1000).default(''),
      ...HistoryFilter.shape,
      order: ResultOrder.default('newest'),
      limit: z.int().min(1).max(500).default(50),
      offset: z.int().nonnegative().default(0),
    }),
    output: z.object({ results: z.array(HistoryResult), totals: HistoryTotals }),
    errors: HistoryError,
    doors: readers,
  }),
  /** What filters can be set to. */
  values: query({ input: z.strictObject({}), output: HistoryValues, errors: HistoryError, doors: owners }),
  /**
   * A page of what was said: from `from` on, back from it, or around a message (its id, or the uuid of any of its lines).
   * Nothing said: the beginning; `before` without `from`: the end. A page holds fewer than `limit` when they are large.
   */
  transcript: query({
    input: z.strictObject({
      ...ThreadChoice.shape,
      from: z.int().nonnegative().optional(),
      around: z.string().min(1).max(200).optional(),
      direction: z.enum(['after', 'before']).default('after'),
      limit: z.int().min(1).max(200).default(50),
    }),
    output: TranscriptWindow,
    errors: HistoryError,
    doors: readers,
  }),
  /** The lines of its files that were not understood, and those of a type nobody knows: the first hundred of either. */
  oddLines: query({
    input: z.strictObject({ id: SessionId }),
    output: z.object({ lines: z.array(OddLine) }),
    errors: HistoryError,
    doors: ['ui', 'cli'],
  }),
  /** One message with its texts uncut. */
  message: query({
    input: z.strictObject({ ...ThreadChoice.shape, message_id: z.string().min(1).max(200) }),
    output: TranscriptMessage,
    errors: HistoryError,
    doors: readers,
  }),
  /** Where to jump to: prompts, compactions, branches, subagents. */
  outline: query({
    input: z.strictObject(ThreadChoice.shape),
    output: TranscriptOutline,
    errors: HistoryError,
    doors: readers,
  }),
  /**
   * Where these characters stand in a session, whatever their case; with `as: words` where the words of a search stand
   * together, as `results` finds them.
   */
  find: query({
    input: z.strictObject({
      ...ThreadChoice.shape,
      text: z.string().min(1).max(1000),
      as: z.enum(['characters', 'words']).default('characters'),
      limit: z.int().min(1).max(500).default(200),
    }),
    output: z.object({ places: z.array(FoundPlace), is_cut: z.boolean() }),
    errors: HistoryError,
    doors: readers,
  }),
  /**
   * Sessions as one file, oldest first: named one by one, or all of a chain (any session of it) or bead. HTML is one file
   * without scripts.
   */
  export: query({
    input: z.strictObject({
      ids: z.array(SessionId).max(500).default([]),
      chain: z.string().min(1).max(200).optional(),
      format: ExportFormat.default('md'),
      ...ExportOptions.shape,
    }),
    output: z.object({
      name: z.string(),
      media_type: z.string(),
      text: z.string(),
      sessions: z.int().positive(),
      /** Their transcripts are gone: nothing of them is in the file. */
      missing: z.array(SessionId),
    }),
    errors: HistoryError,
    doors: ['ui', 'cli'],
  }),
  report: query({
    input: z.strictObject({ by: ReportBy, ...ReportFilter.shape }),
    output: Report,
    errors: HistoryError,
    doors: readers,
  }),
  /** All figures of the dashboard at once; `since` and `until` mean the whole days of this machine that they fall on. */
  figures: query({
    input: z.strictObject(ReportFilter.shape),
    output: Figures,
    errors: HistoryError,
    doors: readers,
  }),
  /** Every folder that sessions ran in, the project each belongs to, and what of that a person said. */
  folders: query({ input: z.strictObject({}), output: HistoryFolders, errors: HistoryError, doors: owners }),
  /**
   * This folder, with all that lies in it, is now that project (any folder of it, or one that becomes a project by that
   * word); null takes it back. Sessions that are read later follow it too.
   */
  remap: command({
    input: z.strictObject({
      folder: z.string().min(1).max(4096),
      project: z.string().min(1).max(4096).nullable(),
    }),
    output: HistoryFolders,
    errors: HistoryError,
    doors: owners,
  }),
  status: query({
    input: z.strictObject({}),
    output: IngestStatus,
    errors: HistoryError,
    doors: owners,
  }),
  /** Reads everything that is due and answers when it is done; asked again after an abort it goes on. */
  backfill: command({
    input: z.strictObject({ dry_run: z.boolean().default(false) }),
    output: BackfillResult,
    errors: HistoryError,
    doors: owners,
  }),
  abortBackfill: command({
    input: z.strictObject({}),
    output: IngestStatus,
    errors: HistoryError,
    doors: owners,
  }),
  /** Takes up sessions whose capture was cut short, at most ten of a kind; `dry_run` only says which. */
  recover: command({
    input: z.strictObject({ dry_run: z.boolean().default(false) }),
    output: CaptureRecovery,
    errors: HistoryError,
    doors: owners,
  }),
  /** Reads one session now: by its id, or from a file; one from elsewhere is filtered and kept. */
  ingest: command({
    input: z.strictObject({ ref: z.string().min(1).max(4096) }),
    output: HistorySession,
    errors: HistoryError,
    doors: ['ui', 'cli'],
  }),
  /**
   * Reads a session anew from its beginning; what is known of it stays until that is complete. Refused when a file of it is
   * gone without a copy; one that cannot be read just now leaves the session `failed` with all that was known.
   */
  reparse: command({
    input: z.strictObject({ id: SessionId }),
    output: HistorySession,
    errors: HistoryError,
    doors: owners,
  }),
  /**
   * A record of ours for a session that began in a terminal, so that it can be linked to a bead, tagged, deleted and
   * continued. One that still runs there is refused.
   */
  note: command({
    input: z.strictObject({ id: SessionId }),
    output: Session,
    errors: HistoryError,
    doors: owners,
  }),
  /** Our own copies: how many, how large, how many are still to be made. */
  archive: query({ input: z.strictObject({}), output: ArchiveStatus, errors: HistoryError, doors: owners }),
  /** Puts a session's files back where `claude --resume` finds them; nothing that is there is touched. */
  restore: command({
    input: z.strictObject({ id: SessionId }),
    output: RestoredSession,
    errors: HistoryError,
    doors: owners,
  }),
  watch: stream({
    input: z.strictObject({}),
    snapshot: IngestStatus,
    change: IngestStatus,
    errors: HistoryError,
    doors: owners,
  }),
};
