import { NOW, PROJECT } from './sessions.mjs';

const bead = (status, [id, issue_type, priority, title, label, { comments = 0, needs = [] } = {}]) => ({
  id,
  status,
  title,
  issue_type,
  priority,
  labels: [label],
  created_at: '2026-11-02T09:00:00Z',
  updated_at: '2026-11-14T09:00:00Z',
  created_by: 'ada',
  ...(status === 'closed' ? { closed_at: '2026-11-14T09:00:00Z' } : {}),
  ...(comments > 0 ? { comment_count: comments } : {}),
  dependencies: needs.map((depends_on_id) => ({
    issue_id: id,
    depends_on_id,
    type: 'blocks',
    created_at: '2026-11-02T09:00:00Z',
    created_by: 'ada',
  })),
});

const READY = [
  ['tide-4kq', 'bug', 1, 'Station search misses names with accents', 'search', { comments: 2 }],
  ['tide-9fd', 'feature', 2, 'Cache harmonic constants per station', 'api'],
  ['tide-2mx', 'task', 2, 'Document the rate limits', 'docs'],
  ['tide-b7e', 'chore', 3, 'Run CI on the current Node LTS', 'ci'],
  ['tide-0sv', 'feature', 3, 'Offline bundle for the last 20 stations', 'mobile', { comments: 1 }],
  ['tide-m4r', 'task', 3, 'Trim the forecast payload for mobile', 'api'],
  ['tide-t9a', 'feature', 4, 'Print view for the harbour office', 'web'],
];
const BLOCKED = [
  ['tide-g1s', 'task', 2, 'Warm the cache at night', 'api', { needs: ['tide-9fd'] }],
  ['tide-h5r', 'task', 3, 'Alert when heights jump', 'core', { needs: ['tide-9fd', 'tide-3qa'] }],
];
const IN_PROGRESS = [
  ['tide-3qa', 'bug', 0, 'Tide heights drift after DST', 'core', { comments: 4 }],
  ['tide-5yd', 'task', 2, 'Batch the station sync', 'sync'],
  ['tide-1jt', 'feature', 2, 'Move the map to vector tiles', 'map'],
  ['tide-7pc', 'feature', 1, 'Export a month of tides as iCalendar', 'web', { comments: 1 }],
  ['tide-k0z', 'chore', 3, 'Migrate fixtures to v3', 'tests'],
];
const IN_REVIEW = [
  ['tide-c2w', 'feature', 1, 'Sunrise and moon phase on the day view', 'web', { comments: 3 }],
  ['tide-d8g', 'bug', 2, 'Reject requests without a station id', 'api'],
  ['tide-w1n', 'task', 2, 'Show the datum next to every height', 'web', { comments: 1 }],
  ['tide-f3u', 'chore', 3, 'Gzip the station list', 'api'],
];
const DONE = [
  ['tide-q6l', 'feature', 1, 'Forecast page under one second', 'web'],
  ['tide-h2p', 'task', 1, 'Faster cold start of the API', 'api'],
  ['tide-s5b', 'task', 2, 'Move storage to SQLite', 'api'],
  ['tide-v0c', 'feature', 2, 'Station pages for screen readers', 'web'],
  ['tide-r8d', 'feature', 3, 'Tide table as a widget', 'web'],
  ['tide-x8c', 'bug', 2, 'Fix the zone lookup for islands', 'core'],
  ['tide-e5t', 'task', 2, 'Station import: read the zone column', 'core'],
  ...Array.from({ length: 7 }, (_, n) => [`tide-d${n + 10}`, 'task', 3, `Done number ${n + 1}`, 'api']),
];

/** The board of the mock-ups, over what the server says of its tracker. */
export const boardOf = (said) => ({
  ...said,
  project: said.project ?? PROJECT,
  health: { state: 'ok', since: NOW, error: null, last_read_at: NOW },
  beads: [
    ...READY.map((each) => bead('open', each)),
    ...BLOCKED.map((each) => bead('open', each)),
    ...IN_PROGRESS.map((each) => bead('in_progress', each)),
    ...IN_REVIEW.map((each) => bead('in_review', each)),
    ...DONE.map((each) => bead('closed', each)),
  ],
});
