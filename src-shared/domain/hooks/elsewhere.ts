import { z } from 'zod';
import { SessionId } from '../ids';

/** Of sessions begun elsewhere only their beginning and their end are asked for: everything between is in the transcript. */
export const HOOK_EVENTS = ['SessionStart', 'SessionEnd'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What Claude hands a hook, as far as we use it. Ids, times and orders in it may be wrong: the transcript decides. */
export const ElsewhereNote = z.object({
  hook_event_name: z.enum(HOOK_EVENTS),
  session_id: SessionId,
  transcript_path: z.string().min(1).max(4096),
  cwd: z.string().max(4096),
  source: z.string().max(100).optional(),
  reason: z.string().max(100).optional(),
});
export type ElsewhereNote = z.infer<typeof ElsewhereNote>;

export const HooksState = z.object({
  settings_file: z.string(),
  /** `partly`: of the two events one has our entry. */
  state: z.enum(['installed', 'partly', 'absent']),
  /** Claude's own switch turns every hook off, ours with them. */
  is_disabled: z.boolean(),
  spool: z.string(),
  /** Notes that lie there and were not read yet. */
  waiting: z.int().nonnegative(),
});
export type HooksState = z.infer<typeof HooksState>;

export const HooksError = z.discriminatedUnion('code', [
  /** Not JSON, or not the shape Claude documents; left as it is. */
  z.object({ code: z.literal('claude-settings-strange'), file: z.string(), detail: z.string() }),
  z.object({ code: z.literal('claude-settings-unavailable'), file: z.string(), detail: z.string() }),
  /** Hooks are shell commands, and this system's shell is not known to run ours. */
  z.object({ code: z.literal('hooks-unsupported'), platform: z.string() }),
]);
export type HooksError = z.infer<typeof HooksError>;
