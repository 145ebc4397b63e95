import type { ContextPartKind, ContextPreview, LeftOut } from '@domain/session/context-pack';
import type { StartGit, StartPlan, StartStep, StartUnderWay, Where } from '@domain/work/start-plan';

const PARTS: Readonly<Record<ContextPartKind, string>> = {
  bead: 'What the bead says',
  blockers: 'What it depends on',
  'named-files': 'Files named in the bead',
  files: 'Files you chose',
  diff: 'Changes not committed yet',
  sessions: 'Earlier sessions on this bead',
  notes: 'Your notes',
};

export function partWords({ kind, about }: Pick<ContextPreview['parts'][number], 'kind' | 'about'>): string {
  return about === '' ? PARTS[kind] : `${PARTS[kind]}: ${about}`;
}

const LEFT_OUT: Readonly<Record<LeftOut['why'], string>> = {
  'no-match': 'matches no file that git tracks or would track',
  outside: 'leads out of the project',
  unreadable: 'cannot be read',
  binary: 'is not text',
  'too-big': 'is too big to send whole; Claude can read it itself',
  'over-budget': 'does not fit into the budget; Claude can read it itself',
  'too-many': 'are left out',
};

export const leftOutWords = ({ path, why }: LeftOut) => `${path} ${LEFT_OUT[why]}.`;

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What becomes of work that is not committed; null: there is none. */
export function dirtWords({ dirt, base, branch }: StartGit, where: Where): string | null {
  const count = dirt.staged + dirt.changed + dirt.untracked + dirt.conflicted;
  if (count === 0) return null;
  const files = `${counted(count, 'file')}${dirt.is_cut ? ' or more' : ''} not committed`;
  if (where === 'worktree') return `${files}. They stay here as they are; the worktree begins without them.`;
  const isOther = base !== null && branch !== null && base !== branch;
  return `${files}. They come along to the new branch as they are.${isOther ? ' Where they would be overwritten, git refuses and nothing happens.' : ''}`;
}

/** Why work cannot begin at this place; null: it can. */
export function placeProblem({ git, busy }: StartPlan, where: Where, branch: string): string | null {
  if (git === null || where === 'worktree') return null;
  if (git.operation !== null)
    return `A ${git.operation} is under way here. Finish it, or work in a worktree.`;
  const [worker] = busy;
  if (worker === undefined || git.branch === branch) return null;
  return `“${worker.title}” works here now, and its branch must not change under it. Use a worktree.`;
}

const STEPS: Readonly<Record<StartStep, string>> = {
  check: 'Looking whether it can work',
  draft: 'Making the session',
  claim: 'Claiming the bead',
  branch: 'Making the branch',
  worktree: 'Making the worktree',
  context: 'Writing down the context',
  claude: 'Starting Claude',
};

export function stepWords({ at, is_undoing }: Pick<StartUnderWay, 'at' | 'is_undoing'>): string {
  return is_undoing ? 'Putting everything back…' : `${STEPS[at]}…`;
}

export function whatHappens(plan: StartPlan, where: Where, reuse: boolean): string {
  const claims = plan.bead !== null && plan.claim_problem === null ? ['claims the bead'] : [];
  const makes =
    plan.git === null
      ? []
      : where === 'worktree'
        ? ['makes the worktree']
        : [reuse ? 'goes to the branch' : 'makes the branch'];
  const words = [...claims, ...makes, 'starts Claude'].join(', ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;
}
