import { SessionId } from '@domain/ids';
import { z } from 'zod';
import { Message, ToolCall } from './message';
import { Seat } from './values';

/** Claude wants to use a tool and may not without an answer. */
export const PermissionRequest = z.object({
  id: z.string().min(1).max(200),
  tool: z.string().max(200),
  input: z.record(z.string(), z.unknown()),
  tool_use_id: z.string().max(200).optional(),
  description: z.string().optional(),
  /** The rules that `always` would add, as Claude writes them: `Bash(npm test)`. Empty: there is no always. */
  rules: z.array(z.string()),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

export const PermissionAnswer = z.discriminatedUnion('behavior', [
  z.strictObject({
    behavior: z.literal('allow'),
    /** Left out: as it was asked. A question is answered by its input with `answers` added. */
    input: z.record(z.string(), z.unknown()).optional(),
    always: z.boolean().default(false),
  }),
  z.strictObject({ behavior: z.literal('deny'), message: z.string().max(10_000).default('') }),
]);
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

export const PermissionMode = z.enum(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions']);
export type PermissionMode = z.infer<typeof PermissionMode>;

export const LiveStatus = z.enum(['idle', 'busy', 'waiting']);
export type LiveStatus = z.infer<typeof LiveStatus>;

/** What Claude wants to know in its own terminal before it can work: no door of ours answers it. */
export const FirstQuestion = z.enum(['trust', 'login', 'other']);
export type FirstQuestion = z.infer<typeof FirstQuestion>;

/** The API did not answer; it is asked again. */
export const ApiRetry = z.object({
  attempt: z.int().nonnegative(),
  max_attempts: z.int().nonnegative(),
  retry_in_ms: z.int().nonnegative(),
  http_status: z.int().nonnegative().optional(),
});
export type ApiRetry = z.infer<typeof ApiRetry>;

/** A subagent or a command that works on while Claude is idle. */
export const BackgroundTask = z.object({
  id: z.string().max(200),
  kind: z.string().max(100),
  description: z.string(),
  tool_use_id: z.string().max(200).optional(),
});
export type BackgroundTask = z.infer<typeof BackgroundTask>;

/** A prompt that waits for the running turn to end. */
export const QueuedPrompt = z.object({
  id: z.string().min(1).max(200),
  text: z.string(),
  image_count: z.int().nonnegative().optional(),
});
export type QueuedPrompt = z.infer<typeof QueuedPrompt>;

/** The call of the subagent that spoke; absent: the session itself. */
const parent_id = z.string().max(200).optional();

/** Of a message that will be recorded under this id; `block` is its place in that message's content. Absent: not known. */
const piece = {
  message_id: z.string(),
  block: z.int().nonnegative().optional(),
  text: z.string(),
  parent_id,
};

export const LiveEnd = z.object({
  how: z.enum(['asked', 'exited', 'died']),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  /** What the program printed last to its error output; only kept when it died. */
  last_lines: z.array(z.string()),
});
export type LiveEnd = z.infer<typeof LiveEnd>;

/** What happened just now. Provisional: `recorded` replaces it. */
export const LiveChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), model: z.string().optional(), seat: Seat.optional() }),
  z.object({ type: z.literal('status'), status: LiveStatus }),
  z.object({ type: z.literal('prompt-sent'), id: z.string(), text: z.string() }),
  /** A piece: append it to its block. */
  z.object({ type: z.literal('text'), ...piece }),
  z.object({ type: z.literal('thinking'), ...piece }),
  /** Given up (a broken answer that is asked for anew): from this block on the message will not be recorded. */
  z.object({ type: z.literal('retracted'), message_id: z.string(), from_block: z.int().nonnegative() }),
  z.object({
    type: z.literal('tool-started'),
    id: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    parent_id,
  }),
  z.object({ type: z.literal('tool-finished'), call: ToolCall }),
  z.object({ type: z.literal('permission-asked'), request: PermissionRequest }),
  z.object({ type: z.literal('permission-settled'), id: z.string() }),
  z.object({ type: z.literal('turn-ended'), interrupted: z.boolean(), error: z.string().nullable() }),
  z.object({ type: z.literal('model'), model: z.string() }),
  z.object({ type: z.literal('retrying'), retry: ApiRetry }),
  z.object({ type: z.literal('tasks'), tasks: z.array(BackgroundTask) }),
  /** Null: it is answered. */
  z.object({ type: z.literal('asks-first'), question: FirstQuestion.nullable() }),
  z.object({ type: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), text: z.string() }),
  /** Messages as they are stored now (filtered); an id that is known is replaced. */
  z.object({
    type: z.literal('recorded'),
    messages: z.array(Message),
    /** Parts (by their own id, or their message's) that the record holds under other ids, or does not hold at all. */
    replaces: z.array(z.string()).optional(),
  }),
  z.object({ type: z.literal('queue-changed'), queue: z.array(QueuedPrompt) }),
  /** `/clear`: the same process goes on as this session. What waited in the queue waits there. */
  z.object({ type: z.literal('session-replaced'), session_id: SessionId }),
  z.object({ type: z.literal('process-ended'), end: LiveEnd }),
]);
export type LiveChange = z.infer<typeof LiveChange>;

export const LivePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), id: z.string(), text: z.string() }),
  z.object({ type: z.literal('text'), ...piece }),
  z.object({ type: z.literal('thinking'), ...piece }),
  z.object({
    type: z.literal('tool'),
    id: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    parent_id,
    /** Null while it runs. */
    call: ToolCall.nullable(),
  }),
]);
export type LivePart = z.infer<typeof LivePart>;

export const LiveView = z.object({
  has_process: z.boolean(),
  status: LiveStatus,
  model: z.string().nullable(),
  /** Null while nothing runs. */
  seat: Seat.nullable(),
  /** What the record does not hold yet, in order. */
  parts: z.array(LivePart),
  permissions: z.array(PermissionRequest),
  /** Null: nobody waits for the API to answer a second time. */
  retry: ApiRetry.nullable(),
  tasks: z.array(BackgroundTask),
  /** Null: nothing stands between Claude and the first prompt. */
  asks_first: FirstQuestion.nullable(),
  queue: z.array(QueuedPrompt),
  /** How the last process of this program ended; null while one runs or none ran. */
  end: LiveEnd.nullable(),
});
export type LiveView = z.infer<typeof LiveView>;
