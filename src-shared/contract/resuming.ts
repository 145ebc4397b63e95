import { FolderPath } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { HandOffPlan, ResumePlan } from '@domain/work/resume-plan';
import { z } from 'zod';
import { query } from './procedure';

const one = z.strictObject({ project: FolderPath.optional(), id: z.string().min(1).max(100) });
const doors = ['ui', 'cli', 'rest'] as const;

export const resuming = {
  /** What changed since a session was paused, and the prompt it could go on with. `sessions.resume` then resumes it. */
  plan: query({ input: one, output: ResumePlan, errors: SessionError, doors }),
  /** A note for the next session, to be edited; `sessions.handOff` then hands off. */
  note: query({ input: one, output: HandOffPlan, errors: SessionError, doors }),
};
