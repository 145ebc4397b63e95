import type { WorktreeRefused } from '@domain/work/start-plan';
import { gitSentences } from '../../../app/git-words';
import type { Sentences } from '../../../app/words';
import { type SessionFailure, sessionSentences } from '../session-errors';

/** Git's refusals of a new worktree, and the session's own. */
export function handOffSentences(error: SessionFailure | WorktreeRefused): Sentences {
  return error.code === 'worktree-refused' ? gitSentences(error.cause) : sessionSentences(error);
}
