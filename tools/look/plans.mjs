import { commit } from './chat.mjs';
import { idOf, PROJECT } from './sessions.mjs';

const part = (kind, about, tokens, is_chosen = true) => ({
  kind,
  about,
  bytes: tokens * 4,
  tokens,
  is_chosen,
});
const HEAD = '4c1f2e9'.padEnd(40, '0');
const context = {
  parts: [
    part('bead', '2 comments', 1200),
    part('blockers', 'tide-e5t', 800),
    part('named-files', 'src/search/match.ts and 1 more', 4100),
    part('sessions', 'the last one on search', 600),
  ],
  files: [],
  left_out: [],
  text: '',
  tokens: 6700,
  budget_tokens: 30_000,
  redactions: 0,
};

/** Start work on tide-4kq. */
export const START = {
  bead: {
    id: 'tide-4kq',
    title: 'Station search misses names with accents',
    issue_type: 'bug',
    status: 'open',
    assignee: null,
  },
  claim_problem: null,
  git: {
    root: PROJECT,
    branch: 'main',
    head: HEAD,
    base: 'main',
    bases: [{ name: 'main', head: HEAD }],
    dirt: { staged: 0, changed: 0, untracked: 0, conflicted: 0, paths: [], is_cut: false },
    operation: null,
  },
  git_problem: null,
  branch: {
    branch: 'tide-4kq-accent-search',
    verdict: 'free',
    head: null,
    other: null,
    place: '/home/ada/code/tidewater.tide-4kq',
  },
  busy: [],
  agents: {
    agents: [
      {
        name: 'executor',
        source: 'project',
        description: 'Does the work of a bead.',
        model: 'claude-sonnet-5-5',
        tools: null,
        file: '.claude/agents/executor.md',
      },
    ],
    broken: [],
    has_untrusted: false,
  },
  models: ['opus', 'sonnet', 'haiku'],
  seat: 'pty',
  defaults: {
    where: 'worktree',
    agent: 'executor',
    model: null,
    permission_mode: 'default',
    seat: null,
    without: [],
  },
  prompt:
    'You are working on tide-4kq: Station search misses names with accents\n\nRead what the bead says, do the work, and check it.',
  context,
};

export const CONTEXT = context;

/** Resume the export of a month of tides. */
export const RESUME = {
  session_id: idOf('tide-7pc'),
  paused_at: '2026-11-14T16:42:00Z',
  pause_reason: 'user',
  obstacle: null,
  is_unchanged: false,
  bead: {
    id: 'tide-7pc',
    title: 'Export a month of tides as iCalendar',
    verdict: 'edited',
    before: { status: 'in_progress', assignee: null },
    now: { status: 'in_progress', assignee: null },
    changed: [{ field: 'priority', before: 'P2', now: 'P1' }],
    updated_at: '2026-11-15T09:15:00Z',
    updated_by: 'Ada',
    comments: [
      { author: 'Ada', text: 'Please use the station’s own time zone.', at: '2026-11-15T09:16:00Z' },
    ],
  },
  branch: { before: 'tide-7pc-icalendar', now: 'tide-7pc-icalendar' },
  commits: [],
  files: [
    { path: 'src/ics/feed.ts', kind: 'changed', additions: 20, deletions: 8 },
    { path: 'src/time/zone.ts', kind: 'changed', additions: 8, deletions: 3 },
  ],
  touched: { count: 5, changed: ['src/ics/feed.ts', 'src/time/zone.ts'] },
  base: { name: 'main', commits: 6, last: commit('77aa01c', 'Newest of main', '2026-11-16T10:01:00Z') },
  is_cut: false,
  context: [],
  unknown: [],
  last_messages: [],
  prompt:
    'You are resuming a paused session on tide-7pc, “Export a month of tides as iCalendar” (in progress, now P1).\nYou stopped after the feed validated. Left to do: fold long lines at 75 octets; the download button.\nSince then: Ada asked for the station’s own time zone; main has 6 new commits; src/ics/feed.ts and src/time/zone.ts were changed outside this session. Read them again before you edit.\nPlease say where we are, and go on.',
};
