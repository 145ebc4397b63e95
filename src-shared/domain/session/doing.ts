import { SessionId } from '@domain/ids';
import { z } from 'zod';
import { LiveStatus } from './live';
import { Timestamp } from './values';

/** An open question, as a badge or a notice tells it; what exactly is asked for stands in the chat. */
export const Ask = z.object({ id: z.string().max(200), tool: z.string().max(200), since: Timestamp });
export type Ask = z.infer<typeof Ask>;

/** What the process of a session does now. A session without a process does nothing and has none. */
export const Doing = z.object({ session_id: SessionId, status: LiveStatus, asks: z.array(Ask) });
export type Doing = z.infer<typeof Doing>;

export const DoingChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('does'), doing: Doing }),
  z.object({ type: z.literal('ended'), session_id: SessionId }),
]);
export type DoingChange = z.infer<typeof DoingChange>;
