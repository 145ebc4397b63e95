import { SessionId } from '@domain/ids';
import { z } from 'zod';
import { SessionError } from './errors';
import { Timestamp } from './values';

/** A session that was asked to run while every place was taken. In the list: first come, first served. */
export const Waiting = z.object({
  session_id: SessionId,
  since: Timestamp,
  /** Its turn came and it could not start: why. It waits no longer, and is listed until it is tried again or taken back. */
  refusal: SessionError.nullable(),
});
export type Waiting = z.infer<typeof Waiting>;
