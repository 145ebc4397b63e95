import { SessionId } from '@domain/ids';
import { Message } from '@domain/session/message';
import { Timestamp } from '@domain/session/values';
import { z } from 'zod';

const Count = z.int().nonnegative();

/** Claude's own file, or our copy of it once Claude has deleted the file. */
export const TranscriptSource = z.enum(['claude', 'archive']);
export type TranscriptSource = z.infer<typeof TranscriptSource>;

/** A message of a transcript at its place. Texts too long for a page are cut; `history.message` has them whole. */
export const TranscriptMessage = Message.extend({
  position: Count,
  tokens_in: Count.optional(),
  tokens_out: Count.optional(),
  cache_read_tokens: Count.optional(),
  cache_write_tokens: Count.optional(),
  /** What the model had before it when it answered: all input, from the cache or not. */
  context_tokens: Count.optional(),
  /** Null: its model has no known price. */
  cost_micro_usd: Count.nullable().optional(),
  is_cut: z.boolean().optional(),
});
export type TranscriptMessage = z.infer<typeof TranscriptMessage>;

/** Some messages in a row. Positions count from 0 to `total` - 1 in the list that was asked for. */
export const TranscriptWindow = z.object({
  session_id: SessionId,
  source: TranscriptSource,
  /** Another one: lines were added or the file is another, and positions may have moved. */
  revision: z.string(),
  total: Count,
  /** Where `around` was found; null when nobody asked or it is not there. */
  found: Count.nullable(),
  messages: z.array(TranscriptMessage),
  lines_not_understood: Count,
});
export type TranscriptWindow = z.infer<typeof TranscriptWindow>;

const OutlinePlace = { position: Count, message_id: z.string(), at: Timestamp };

export const TranscriptOutline = z.object({
  session_id: SessionId,
  source: TranscriptSource,
  revision: z.string(),
  total: Count,
  prompts: z.array(z.object({ ...OutlinePlace, text: z.string() })),
  compactions: z.array(z.object(OutlinePlace)),
  /** Where messages stand that the session went on without; seen with `branches`. */
  branches: z.array(z.object({ ...OutlinePlace, messages: Count })),
  subagents: z.array(
    z.object({
      agent_id: z.string(),
      agent_type: z.string().nullable(),
      description: z.string().nullable(),
      /** The call that began it, and the message that call stands in. */
      call_id: z.string().nullable(),
      position: Count.nullable(),
      messages: Count,
    }),
  ),
  /** `positions`: of the messages that call it. */
  tools: z.array(z.object({ tool: z.string(), calls: Count, positions: z.array(Count) })),
  /** How full the context was at each answer: where it grew, and where a compaction emptied it. */
  context: z.array(z.object({ position: Count, tokens: Count })),
});
export type TranscriptOutline = z.infer<typeof TranscriptOutline>;

export const FoundPlace = z.object({
  ...OutlinePlace,
  role: z.enum(['user', 'assistant', 'system', 'thinking', 'tool']),
  snippet: z.array(z.object({ text: z.string(), is_hit: z.boolean() })),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

/** A line of a transcript that nobody understands, or of a type nobody knows, as it stands there but for its secrets. */
export const OddLine = z.object({
  path: z.string(),
  /** From 1 on. */
  line: z.int().positive(),
  /** Null: too long to be read. */
  bytes: Count.nullable(),
  text: z.string(),
  /** The type it names, when it is whole; null: it is broken. */
  kind: z.string().nullable(),
});
export type OddLine = z.infer<typeof OddLine>;

/** Which list of messages of a session is meant. */
export const ThreadChoice = z.object({
  id: SessionId,
  /** The thread of a subagent instead of the session's own. */
  agent: z.string().min(1).max(200).optional(),
  /** With the branches that the session went on without, in the order of the file. */
  branches: z.boolean().default(false),
});
export type ThreadChoice = z.infer<typeof ThreadChoice>;
