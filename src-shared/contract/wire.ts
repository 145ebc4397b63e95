import { Cursor } from '@domain/feed';
import { z } from 'zod';

/** What travels over every connection (IPC, WebSocket, local socket). A transport carries these and reads none of them. */
const CallId = z.int().nonnegative();
/** Left out: the program itself. */
const app = z.literal('demo').optional();
/** A client of the local socket that speaks for an agent says so, and gives up what only a person may. */
const is_agent = z.literal(true).optional();

export const ClientEnvelope = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    id: CallId,
    name: z.string().max(100),
    input: z.unknown(),
    app,
    is_agent,
  }),
  z.object({
    type: z.literal('follow'),
    id: CallId,
    name: z.string().max(100),
    input: z.unknown(),
    after: Cursor.nullable(),
    app,
  }),
  z.object({ type: z.literal('stop'), id: CallId }),
]);
export type ClientEnvelope = z.infer<typeof ClientEnvelope>;

const AnyError = z.looseObject({ code: z.string() });

export const ServerEnvelope = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('answer'),
    id: CallId,
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), error: AnyError }),
    ]),
  }),
  z.object({
    type: z.literal('frame'),
    id: CallId,
    frame: z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), cursor: Cursor, value: z.unknown() }),
      z.object({ type: z.literal('change'), cursor: Cursor, change: z.unknown() }),
    ]),
  }),
  /** A stream that could not begin, or that the server ended. */
  z.object({ type: z.literal('ended'), id: CallId, error: AnyError }),
  /** What was sent could not be read as an envelope at all. */
  z.object({ type: z.literal('unreadable') }),
]);
export type ServerEnvelope = z.infer<typeof ServerEnvelope>;
