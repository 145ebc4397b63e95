import { RunId, SessionId } from '@domain/ids';
import { RedactionCount } from '@domain/privacy/rules';
import { z } from 'zod';
import { ToolCall } from './message';
import { Timestamp, TriggerSource } from './values';

/** One process of Claude. Nulls until it is completed; nothing changes afterwards (promises in `audit.ts`). */
export const Run = z.looseObject({
  run_id: RunId,
  session_id: SessionId,
  trigger_source: TriggerSource,
  prompt: z.string(),
  result: z.string().nullable(),
  tool_calls: z.array(ToolCall),
  success: z.boolean().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int().nonnegative().nullable(),
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
  /** What the privacy filter took out of prompt, result and tool calls, by tool and rule. */
  redactions: z.array(RedactionCount).optional(),
});
export type Run = z.infer<typeof Run>;

/** A run without what it said and did: for listings. */
export const RunGist = Run.pick({
  run_id: true,
  session_id: true,
  trigger_source: true,
  prompt: true,
  success: true,
  error: true,
  duration_ms: true,
  started_at: true,
  completed_at: true,
});
export type RunGist = z.infer<typeof RunGist>;

/** What completing a run adds to it. `completed_at` is never before `started_at`. */
export const RunCompletion = z.object({
  run_id: RunId,
  result: z.string().nullable(),
  tool_calls: z.array(ToolCall),
  success: z.boolean(),
  error: z.string().nullable(),
  duration_ms: z.int().nonnegative(),
  completed_at: Timestamp,
  redactions: z.array(RedactionCount).optional(),
});
export type RunCompletion = z.infer<typeof RunCompletion>;

/** A run in the audit view, with what its session says about who it was; null: gone, or never said. */
export const AuditedRun = Run.extend({
  session_title: z.string().nullable(),
  bead_id: z.string().nullable(),
  agent: z.string().nullable(),
});
export type AuditedRun = z.infer<typeof AuditedRun>;
