import { BeadId, FolderPath, SessionId } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { Session } from '@domain/session/record';
import { TriggerRefusal } from '@domain/trigger/trigger';
import { z } from 'zod';
import { command } from './procedure';

export const TriggerError = z.union([
  TriggerRefusal,
  z.object({ code: z.literal('bead-not-found'), bead_id: z.string() }),
  SessionError,
]);

/** What an agent may ask for beyond looking: a session of its own. Off until a person turns it on (`trigger` of the settings). */
export const trigger = {
  start: command({
    input: z.strictObject({
      project: FolderPath,
      prompt: z.string().trim().min(1).max(100_000),
      bead_id: BeadId.optional(),
      /** The sessions the caller runs in: none of them may have been triggered. */
      callers: z.array(SessionId).max(20).default([]),
    }),
    output: Session,
    errors: TriggerError,
    doors: ['cli', 'mcp'],
  }),
};
