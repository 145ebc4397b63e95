import { GitError, LossReason } from '@domain/git/errors';
import { FolderPath } from '@domain/ids';
import { SessionError } from '@domain/session/errors';
import { WorktreeEntry, WorktreeOutcome } from '@domain/work/worktree-entry';
import { z } from 'zod';
import { command, query } from './procedure';

const errors = z.union([SessionError, GitError]);
const doors = ['ui', 'cli', 'rest'] as const;

/** The checkouts of a project beside its own, whoever made them. */
export const worktrees = {
  /** `measure`: with their sizes, which takes a moment. */
  list: query({
    input: z.strictObject({ project: FolderPath, measure: z.boolean().default(false) }),
    output: z.object({ worktrees: z.array(WorktreeEntry) }),
    errors,
    doors,
  }),
  /** Only those that nothing speaks against at that moment; each of the others stays and says why. Branches stay. */
  remove: command({
    input: z.strictObject({ project: FolderPath, paths: z.array(FolderPath).min(1).max(200) }),
    output: z.object({ outcomes: z.array(WorktreeOutcome) }),
    errors,
    doors,
  }),
  /** One, by a person who read these reasons and gives up what they name. It is kept under a ref first. */
  giveUp: command({
    input: z.strictObject({
      project: FolderPath,
      path: FolderPath,
      accepted: z.array(LossReason).max(50),
    }),
    output: WorktreeOutcome,
    errors,
    doors: ['ui'],
  }),
};
