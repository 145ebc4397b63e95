import { BeadError } from '@domain/bead/errors';
import { BeadId, FolderPath } from '@domain/ids';
import { ContextChoice, ContextPreview } from '@domain/session/context-pack';
import { SessionError } from '@domain/session/errors';
import { Session } from '@domain/session/record';
import {
  BranchCheck,
  HandOffWish,
  Started,
  StartPlan,
  StartStopped,
  StartUnderWay,
  StartWish,
  WorktreeRefused,
} from '@domain/work/start-plan';
import { z } from 'zod';
import { command, NoErrors, query, stream } from './procedure';

const doors = ['ui', 'cli', 'rest'] as const;
const place = { project: FolderPath, bead_id: BeadId.optional() };
const errors = z.union([SessionError, BeadError]);

/** The beginning of a piece of work: a bead, a branch, what Claude is told, and Claude. */
export const starting = {
  /** Looks and changes nothing: what a start would do, filled in with what was chosen last in the project. */
  plan: query({ input: z.strictObject(place), output: StartPlan, errors, doors }),
  branch: query({
    input: z.strictObject({ ...place, branch: z.string().max(500) }),
    output: BranchCheck,
    errors: NoErrors,
    doors: ['ui', 'cli'],
  }),
  /** What Claude would be told, to the letter. */
  preview: query({
    input: z.strictObject({ ...place, prompt: z.string().max(500_000), context: ContextChoice }),
    output: ContextPreview,
    errors,
    doors: ['ui', 'cli'],
  }),
  /** Every step or none: what a failed start changed before is put back, and `left` names what could not be. */
  start: command({ input: StartWish, output: Started, errors: StartStopped, doors }),
  /**
   * Hands off into a worktree of its own, which begins where the branch of the session is. `sessions.handOff` stays in the same
   * place. Nothing of it is left behind when it fails.
   */
  handOff: command({
    input: HandOffWish,
    output: z.object({ parent: Session, child: Session }),
    errors: z.union([SessionError, WorktreeRefused]),
    doors,
  }),
  /** Each change is the whole list. */
  underWay: stream({
    input: z.strictObject({}),
    snapshot: z.object({ starts: z.array(StartUnderWay) }),
    change: z.object({ starts: z.array(StartUnderWay) }),
    errors: SessionError,
    doors: ['ui'],
  }),
};
