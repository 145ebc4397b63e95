import { z } from 'zod';

/** ISO 8601 with an offset. We write UTC with milliseconds; files of others may carry any offset. */
export const Timestamp = z.iso.datetime({ offset: true });
export type Timestamp = z.infer<typeof Timestamp>;

export const Status = z.enum(['draft', 'active', 'paused', 'closed']);
export type Status = z.infer<typeof Status>;

export const Outcome = z.enum(['done', 'handoff', 'abandoned', 'crash', 'killed']);
export type Outcome = z.infer<typeof Outcome>;

export const PauseReason = z.enum(['user', 'inactivity', 'process_exit', 'crash', 'app_quit', 'usage_limit']);
export type PauseReason = z.infer<typeof PauseReason>;

/** `external`: begun outside the console, so its status is derived and nothing here ends or flags it. */
export const Owner = z.enum(['console', 'external']);
export type Owner = z.infer<typeof Owner>;

export const TriggerSource = z.union([
  z.enum(['start-work', 'ad-hoc', 'resume', 'handoff', 'backfill', 'hook', 'tick', 'external', 'trigger']),
  z.templateLiteral(['schedule:', z.string().min(1).max(200)]),
]);
export type TriggerSource = z.infer<typeof TriggerSource>;

export const CaptureState = z.enum([
  'detected',
  'capturing',
  'ended',
  'parsed',
  'summarized',
  'archived',
  'failed',
]);
export type CaptureState = z.infer<typeof CaptureState>;

export const ParseStatus = z.enum(['pending', 'parsing', 'completed', 'failed']);
export type ParseStatus = z.infer<typeof ParseStatus>;

const captureFacts = { parse_error: z.string().optional(), end_reason: z.string().optional() };

/** The parse status is part of the state: a pair that disagrees cannot be written down. */
export const Capture = z.discriminatedUnion('state', [
  z.looseObject({
    state: z.enum(['detected', 'capturing']),
    parse_status: z.literal('pending'),
    ...captureFacts,
  }),
  z.looseObject({ state: z.literal('ended'), parse_status: z.enum(['pending', 'parsing']), ...captureFacts }),
  z.looseObject({
    state: z.enum(['parsed', 'summarized', 'archived']),
    parse_status: z.literal('completed'),
    ...captureFacts,
  }),
  z.looseObject({ state: z.literal('failed'), parse_status: z.literal('failed'), ...captureFacts }),
]);
export type Capture = z.infer<typeof Capture>;

/** How Claude is driven: in its own terminal, or in typed lines. */
export const Seat = z.enum(['pty', 'stream']);
export type Seat = z.infer<typeof Seat>;

export const StopStep = z.enum(['interrupt', 'exit', 'terminate', 'kill']);
export type StopStep = z.infer<typeof StopStep>;
