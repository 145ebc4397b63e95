/** The sessions of the mock-ups: one day in November, a little before eleven. */
export const NOW = '2026-11-16T10:41:12Z';
export const PROJECT = '/home/ada/code/tidewater';

const ago = (ms) => new Date(Date.parse(NOW) - ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Eight letters as the sidebar never shows them, and the same every time. */
export const idOf = (name) => {
  const hex = [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

function session({ bead, title, status = 'closed', minutes, cost, tokens, startedAt, ...more }) {
  const id = idOf(more.name ?? bead ?? title);
  return {
    id,
    version: 1,
    revision: 9,
    owner: 'console',
    project_id: idOf('tidewater'),
    ...(bead ? { bead_id: bead } : {}),
    agent_id: 'executor',
    status,
    created_at: startedAt,
    updated_at: NOW,
    started_at: startedAt,
    title,
    files_touched: [],
    commits: [],
    total_tokens: tokens,
    total_duration_ms: minutes * MINUTE,
    counted_until: NOW,
    chain_id: id,
    child_ids: [],
    cwd: PROJECT,
    trigger_source: 'start-work',
    prompt: '',
    capture: { state: 'parsed' },
    source: 'startup',
    model: 'claude-sonnet-5-5',
    tags: [],
    device_id: idOf('here'),
    metadata: {},
    stats: { cost_micro_usd: Math.round(cost * 1e6) },
    run_count: 1,
    ...more,
  };
}

const resting = (reason, at) => ({ status: 'paused', pause_reason: reason, paused_at: at });
const done = { status: 'closed', outcome: 'done', closed_at: ago(2 * HOUR) };
const chainOf = (name) => ({ chain_id: idOf(name) });

export const ASKED_AT = ago(72_000);

export const SESSIONS = [
  session({
    bead: 'tide-3qa',
    title: 'Tide heights drift after DST',
    status: 'active',
    minutes: 38,
    cost: 1.84,
    tokens: 5_900_000,
    startedAt: '2026-11-16T10:01:00Z',
    branch: 'tide-3qa-dst-drift',
    ...chainOf('tide-3qa first'),
  }),
  session({
    bead: 'tide-5yd',
    title: 'Batch the station sync',
    status: 'active',
    minutes: 12,
    cost: 0.74,
    tokens: 2_300_000,
    startedAt: ago(12 * MINUTE),
  }),
  session({
    bead: 'tide-1jt',
    title: 'Vector map tiles',
    minutes: 64,
    cost: 4.1,
    tokens: 12_000_000,
    startedAt: ago(3 * HOUR),
    ...resting('usage_limit', ago(HOUR)),
    metadata: { limit_resets_at: '2026-11-16T14:00:00Z' },
    ...chainOf('tide-1jt first'),
  }),
  session({
    bead: 'tide-7pc',
    title: 'Export a month of tides as iCalendar',
    minutes: 52,
    cost: 2.18,
    tokens: 7_000_000,
    startedAt: '2026-11-14T15:40:00Z',
    ...resting('user', '2026-11-14T16:42:00Z'),
    branch: 'tide-7pc-icalendar',
  }),
  session({
    bead: 'tide-k0z',
    title: 'Migrate fixtures to v3',
    minutes: 9,
    cost: 0.22,
    tokens: 800_000,
    startedAt: ago(30 * MINUTE),
    ...resting('crash', ago(18 * MINUTE)),
  }),
  session({
    title: 'Compare tide libraries',
    minutes: 31,
    cost: 0.92,
    tokens: 2_100_000,
    startedAt: ago(9 * DAY + HOUR),
    ...resting('user', ago(9 * DAY + 60_000)),
    attention: { reason: 'paused-too-long', since: ago(DAY) },
  }),
  session({
    bead: 'tide-c2w',
    title: 'Moon phase on the day view',
    minutes: 82,
    cost: 3.42,
    tokens: 9_000_000,
    startedAt: ago(DAY + 3 * HOUR),
    ...done,
    ...chainOf('tide-c2w first'),
  }),
  session({
    bead: 'tide-d8g',
    title: 'Reject missing station id',
    minutes: 18,
    cost: 0.61,
    tokens: 1_500_000,
    startedAt: ago(2 * DAY),
    ...done,
  }),
  ...[
    ['tide-3qa', 'Find where the heights come from', 2.47],
    ['tide-1jt', 'Tile server', 2.8],
    ['tide-c2w', 'Sunrise on the day view', 1.6],
    ['tide-w1n', 'Show the datum', 1.15],
    ['tide-f3u', 'Gzip the station list', 0.34],
  ].map(([bead, title, cost], place) =>
    session({
      name: `${bead} first`,
      bead,
      title,
      minutes: 20,
      cost,
      tokens: 2_000_000,
      startedAt: ago((place + 4) * DAY),
      ...done,
    }),
  ),
];

/** The one state that none of them is in. */
export const DRAFT = session({
  title: 'Draw the week as one curve',
  status: 'draft',
  minutes: 0,
  cost: 0,
  tokens: 0,
  startedAt: ago(5 * MINUTE),
  started_at: undefined,
  run_count: 0,
});

export const DOING = [
  { session_id: idOf('tide-3qa'), status: 'waiting', asks: [{ id: 'ask', tool: 'Bash', since: ASKED_AT }] },
  { session_id: idOf('tide-5yd'), status: 'busy', asks: [] },
];
