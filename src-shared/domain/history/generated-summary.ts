import { Timestamp } from '@domain/session/values';
import { z } from 'zod';

const Count = z.int().nonnegative();

/** A sentence or three about a session, written by the user's own Claude. What it cost is its own and never the session's. */
export const GeneratedSummary = z.object({
  text: z.string().min(1).max(2_000),
  /** Null: nobody was asked, because nothing was said in it. */
  model: z.string().max(200).nullable(),
  made_at: Timestamp,
  /** The session as it was then; another one now: it went on. */
  session_updated_at: Timestamp,
  tokens_in: Count,
  tokens_out: Count,
  /** Null: Claude did not say. */
  cost_micro_usd: Count.nullable(),
});
export type GeneratedSummary = z.infer<typeof GeneratedSummary>;

export const SummaryFault = z.enum([
  'claude-not-found',
  'claude-too-old',
  'claude-did-not-start',
  /** It took longer than half a minute. */
  'timed-out',
  /** Claude answered with an error: not logged in, a limit, no such model. */
  'refused',
  /** What came back is no summary. */
  'no-answer',
  /** The program was closed meanwhile. */
  'stopped',
]);
export type SummaryFault = z.infer<typeof SummaryFault>;

/** All that summaries have come to, apart from every session's own figures. */
export const SummaryCosts = z.object({
  made: Count,
  failed: Count,
  tokens_in: Count,
  tokens_out: Count,
  cost_micro_usd: Count,
});
export type SummaryCosts = z.infer<typeof SummaryCosts>;

export const EMPTY_SESSION = 'Empty session.';
