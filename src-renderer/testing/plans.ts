import type { SessionId } from '@domain/ids';
import type { EndPlan } from '@domain/work/end-plan';
import type { ResumePlan } from '@domain/work/resume-plan';
import { StartDefaults, StartPlan } from '@domain/work/start-plan';

/** A paused session around which nothing changed; what a test is about is said in `more`. */
export function resumePlan(id: string, more: Partial<ResumePlan> = {}): ResumePlan {
  return {
    session_id: id as SessionId,
    paused_at: '2026-11-14T16:42:00.000Z',
    pause_reason: 'user',
    obstacle: null,
    is_unchanged: true,
    bead: null,
    branch: { before: 'main', now: 'main' },
    commits: [],
    files: [],
    touched: { count: 0, changed: [] },
    base: null,
    is_cut: false,
    context: [],
    unknown: [],
    last_messages: [],
    prompt: 'You are resuming a paused session.',
    ...more,
  };
}

export function endPlan(id: string, more: Partial<EndPlan> = {}): EndPlan {
  return {
    session_id: id as SessionId,
    bead: {
      id: 'tide-7pc',
      title: 'Export a month',
      status: 'in_progress',
      move: { status: 'in_review', needs_adding: false },
    },
    bead_problem: null,
    work: { files: 5, commits: 2, tests_passed: 3, tests_failed: 0 },
    log: '### Session 0f8fad5b',
    changes: { files: [], additions: 0, deletions: 0, is_cut: false },
    commit_message: 'Export a month (tide-7pc)',
    worktree: null,
    ...more,
  };
}

const sha = 'a'.repeat(40);
export const noDirt = { staged: 0, changed: 0, untracked: 0, conflicted: 0, paths: [], is_cut: false };
/** Of a free bead in a clean checkout. */
export function startPlan(): StartPlan {
  return StartPlan.parse({
    bead: { id: 'p-1', title: 'Drift', issue_type: 'bug', status: 'open', assignee: null },
    claim_problem: null,
    git: {
      root: '/p',
      branch: 'main',
      head: sha,
      base: 'main',
      bases: [{ name: 'main', head: sha }],
      dirt: noDirt,
      operation: null,
    },
    git_problem: null,
    branch: { branch: 'bug/p-1', verdict: 'free', head: null, other: null, place: '/p.p-1' },
    busy: [],
    agents: { agents: [], broken: [], has_untrusted: false },
    models: ['opus'],
    seat: 'pty',
    defaults: StartDefaults.parse({}),
    prompt: 'Do it.',
    context: {
      parts: [{ kind: 'bead', about: '', bytes: 4, tokens: 1, is_chosen: true }],
      files: [],
      left_out: [],
      text: 'Do it.',
      tokens: 2,
      budget_tokens: 10,
      redactions: 0,
    },
  });
}
