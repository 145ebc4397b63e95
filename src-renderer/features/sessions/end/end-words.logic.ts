import type { BeadError } from '@domain/bead/errors';
import type { GitError } from '@domain/git/errors';
import { assertNever } from '@domain/result';
import type { SessionError } from '@domain/session/errors';
import type { EndPlan, EndStep, EndStopped } from '@domain/work/end-plan';
import { gitSentences } from '../../../app/git-words';
import type { Sentences } from '../../../app/words';
import { beadSentences } from '../../bead';
import { sessionSentences } from '../session-errors';
import { type SeenSession, timeWords, usageWords } from '../session-words.logic';

const counted = (n: number, one: string, many: string) => (n === 0 ? null : `${n} ${n === 1 ? one : many}`);

/** What was done, in one line. */
export function doneLine(
  session: SeenSession,
  plan: Pick<EndPlan, 'work'> | undefined,
  nowMs: number,
): string {
  const time = timeWords(session, nowMs);
  const work = plan?.work;
  const [cost] = usageWords(session);
  return [
    time === null ? null : `${time} of work`,
    cost ?? null,
    work === undefined ? null : counted(work.files, 'file', 'files'),
    work === undefined ? null : counted(work.commits, 'commit', 'commits'),
    work === undefined ? null : counted(work.tests_passed, 'test run passed', 'test runs passed'),
    work === undefined ? null : counted(work.tests_failed, 'test run failed', 'test runs failed'),
  ]
    .filter((word) => word !== null)
    .join(' · ');
}

const STEPS: Readonly<Record<EndStep, readonly [done: string, failed: string]>> = {
  pause: ['Claude was paused', 'Claude could not be paused'],
  commit: ['the changes are committed', 'the changes could not be committed'],
  stash: ['the changes are stashed', 'the changes could not be stashed'],
  'add-status': ['the status was added to the tracker', 'the status could not be added to the tracker'],
  log: ['the bead is written', 'the bead could not be written'],
  close: ['the session is closed', 'the session could not be closed'],
};

/** Where it stopped, what is done already and is not done twice, and what to do. */
export function stoppedSentences(stopped: EndStopped): Sentences {
  const cause = causeSentences(stopped);
  const [first, ...others] = stopped.done.map((step) => STEPS[step][0]);
  const done = first === undefined ? 'Nothing was changed.' : `${capital([first, ...others].join(', '))}.`;
  return {
    happened: `${capital(STEPS[stopped.step][1])}: ${lower(cause.happened)}`,
    safe: `${done} The session is still open.`,
    next: `${cause.next} End session goes on from there.`,
    details: cause.details,
  };
}

/** The step says whose words they are: git's, the tracker's or the session's. */
function causeSentences({ step, cause }: EndStopped): Sentences {
  switch (step) {
    case 'commit':
    case 'stash':
      return gitSentences(cause as GitError);
    case 'add-status':
    case 'log':
      return beadSentences(cause as BeadError);
    case 'pause':
    case 'close':
      return sessionSentences(cause as SessionError);
    default:
      return assertNever(step);
  }
}

export const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
const lower = (text: string) => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;
