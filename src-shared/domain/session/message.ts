import { RedactionCount } from '@domain/privacy/rules';
import { z } from 'zod';
import { Timestamp } from './values';

/** Input and output are already filtered when they are stored; `withheld` says what a tier took away. */
export const ToolCall = z.looseObject({
  id: z.string().max(200),
  tool: z.string().max(200),
  input: z.record(z.string(), z.unknown()),
  output: z.string().optional(),
  timestamp: Timestamp.optional(),
  duration_ms: z.number().nonnegative().optional(),
  success: z.boolean(),
  truncated: z.boolean().optional(),
  withheld: z.enum(['metadata', 'none']).optional(),
  output_bytes: z.int().nonnegative().optional(),
  /** How many pictures the output holds. They stay in Claude's own transcript. */
  images: z.int().nonnegative().optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const ContentBlock = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('thinking'), text: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().max(200),
    tool: z.string().max(200),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string().max(200),
    text: z.string(),
    success: z.boolean(),
    truncated: z.boolean().optional(),
    withheld: z.enum(['metadata', 'none']).optional(),
    output_bytes: z.int().nonnegative().optional(),
  }),
  z.looseObject({
    type: z.literal('image'),
    media_type: z.string().max(100),
    bytes: z.int().nonnegative().optional(),
  }),
]);
export type ContentBlock = z.infer<typeof ContentBlock>;

/**
 * Why a message is not simply something that was said.
 * `command`: a slash command or its output. `task`: a background task ended. `info`: a remark of Claude's program.
 */
export const MessageNotice = z.enum([
  'interrupted',
  'api-error',
  'api-retry',
  'usage-limit',
  'refused',
  'compacted',
  'command',
  'task',
  'hook-error',
  'info',
]);
export type MessageNotice = z.infer<typeof MessageNotice>;

const Count = z.int().nonnegative();

/** The facts of a notice. Numbers, ids and fixed words only: what is text stands in the content, which is filtered. */
export const NoticeDetails = z.looseObject({
  http_status: Count.optional(),
  attempt: Count.optional(),
  max_attempts: Count.optional(),
  retry_in_ms: Count.optional(),
  trigger: z.enum(['manual', 'auto']).optional(),
  tokens_before: Count.optional(),
  tokens_after: Count.optional(),
  resets_at: Timestamp.optional(),
  task_id: z.string().max(200).optional(),
  task_status: z.string().max(40).optional(),
  tool_use_id: z.string().max(200).optional(),
});
export type NoticeDetails = z.infer<typeof NoticeDetails>;

export const Message = z.looseObject({
  id: z.string().min(1).max(200),
  role: z.enum(['user', 'assistant', 'system']),
  content: z.array(ContentBlock),
  timestamp: Timestamp,
  tool_calls: z.array(ToolCall).optional(),
  tokens: z.int().nonnegative().optional(),
  latency_ms: z.number().nonnegative().optional(),
  model: z.string().max(200).optional(),
  /** Of a subagent's message: the call that began the subagent. */
  parent_id: z.string().max(200).optional(),
  /** The subagent that spoke, when it was not the session itself. */
  agent_id: z.string().max(200).optional(),
  notice: MessageNotice.optional(),
  /** What the privacy filter took out of it, by tool and rule; never the value. */
  redactions: z.array(RedactionCount).optional(),
  details: NoticeDetails.optional(),
  /** A prompt that was taken into the running turn. */
  is_absorbed: z.boolean().optional(),
  /** On a branch that the session went on without: kept, not part of the thread. */
  is_pruned: z.boolean().optional(),
});
export type Message = z.infer<typeof Message>;
