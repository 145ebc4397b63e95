import type { SessionError } from '@domain/session/errors';
import type { ResumePlan } from '@domain/work/resume-plan';
import { sessionSentences } from '../session-errors';

export type Check = {
  readonly name: 'transcript' | 'folder' | 'branch' | 'process';
  readonly state: 'good' | 'odd' | 'bad' | 'unknown';
  readonly words: string;
};

const CHECK_OF: Partial<Record<SessionError['code'], Check['name']>> = {
  'transcript-missing': 'transcript',
  'transcript-unreadable': 'transcript',
  'cwd-missing': 'folder',
  'session-open-elsewhere': 'process',
  locked: 'process',
};

const GOOD: Readonly<Record<Check['name'], string>> = {
  transcript: 'Claude’s transcript is there and can be read',
  folder: 'The folder is where it was',
  branch: 'The branch is the same',
  process: 'No other process has the session open',
};

/** The four things a resume needs. After one that fails the others were not looked at. */
export function checksOf({ obstacle, branch }: Pick<ResumePlan, 'obstacle' | 'branch'>): readonly Check[] {
  const failed = obstacle === null ? null : CHECK_OF[obstacle.code];
  const checkOf = (name: Check['name']): Check => {
    if (name === failed && obstacle !== null)
      return { name, state: 'bad', words: sessionSentences(obstacle).happened };
    if (name === 'branch') return branchCheck(branch);
    return obstacle === null
      ? { name, state: 'good', words: GOOD[name] }
      : { name, state: 'unknown', words: `Not looked at: ${name}` };
  };
  return (['transcript', 'folder', 'branch', 'process'] as const).map(checkOf);
}

function branchCheck(branch: ResumePlan['branch']): Check {
  if (branch === null) return { name: 'branch', state: 'unknown', words: 'No branch to compare with' };
  return branch.before === branch.now
    ? { name: 'branch', state: 'good', words: GOOD.branch }
    : {
        name: 'branch',
        state: 'odd',
        words: `The branch is ${branch.now ?? 'detached'} now, it was ${branch.before ?? 'detached'}`,
      };
}

export type CheckLine = {
  readonly tone: 'good' | 'waiting' | 'broken';
  readonly words: string;
  /** What is safe and what to do next, where it cannot go on. */
  readonly more: string | null;
  readonly details: string | null;
};

/** One line for all of them. */
export function checkLine(plan: Pick<ResumePlan, 'obstacle' | 'branch'>): CheckLine {
  if (plan.obstacle !== null) {
    const { happened, safe, next, details } = sessionSentences(plan.obstacle);
    return { tone: 'broken', words: happened, more: `${safe} ${next}`, details };
  }
  const odd = checksOf(plan).find(({ state }) => state === 'odd');
  if (odd !== undefined)
    return {
      tone: 'waiting',
      words: `Ready to resume, but look: ${lower(odd.words)}.`,
      more: null,
      details: null,
    };
  const places = plan.branch === null ? 'transcript and folder' : 'transcript, folder and branch';
  return {
    tone: 'good',
    words: `Ready to resume: ${places} are where they were.`,
    more: null,
    details: null,
  };
}

const lower = (text: string) => `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`;

/** Nothing a second attempt mends: then a fresh session is the way on. */
const LASTING: ReadonlySet<string> = new Set(['transcript-missing', 'transcript-unreadable', 'cwd-missing']);
export const isLasting = (obstacle: SessionError | null): boolean =>
  obstacle !== null && LASTING.has(obstacle.code);
