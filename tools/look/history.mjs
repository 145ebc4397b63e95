import { said, text, working } from './chat.mjs';
import { idOf, PROJECT } from './sessions.mjs';

const HIT = /(IANA zone|half-hour)/;
const spans = (words) =>
  words
    .split(HIT)
    .filter(Boolean)
    .map((part) => ({ text: part, is_hit: HIT.test(part) }));

function result([bead, title, at, minutes, cost, hits, words, more = {}]) {
  const id = idOf(`h ${title}`.slice(0, 16));
  return {
    session: {
      id,
      cwd: PROJECT,
      project: PROJECT,
      branch: null,
      title,
      initial_prompt: words,
      claude_version: '2.1.325',
      models: ['claude-sonnet-5-5'],
      started_at: at,
      ended_at: at,
      updated_at: at,
      transcript_path: null,
      bytes: 90_000,
      stats: {
        total_messages: 64,
        user_messages: 8,
        assistant_messages: 56,
        subagent_messages: 0,
        tool_use_count: 40,
        tool_error_count: 1,
        thinking_blocks: 3,
        subagent_count: 0,
        inherited_tokens: 0,
        lines_not_understood: 0,
        tokens_in: 400_000,
        tokens_out: 100_000,
        cache_read_tokens: 10_000_000,
        cache_write_tokens: 400_000,
        cache_write_5m_tokens: 400_000,
        cache_write_1h_tokens: 0,
        cost_micro_usd: Math.round(cost * 1e6),
        cost_source: 'prices',
        unpriced_tokens: 0,
        active_ms: minutes * 60_000,
      },
      claude_cost_micro_usd: null,
      capture: { state: 'parsed', parse_status: 'completed' },
      keeping: { has_file: true, deletes_at: null, copy: null },
      owner: 'console',
      bead_id: bead,
      agent: 'executor',
      status: 'closed',
      outcome: 'done',
      tags: [],
      commits: 1,
      files: 5,
      ...more,
    },
    hits,
    hit: {
      session_id: id,
      title,
      cwd: PROJECT,
      role: 'assistant',
      uuid: '',
      at,
      snippet: spans(words),
    },
  };
}

export const RESULTS = [
  [
    'tide-x8c',
    'Fix the zone lookup for islands',
    '2026-10-12T09:28:00Z',
    72,
    3.4,
    7,
    'IANA zone comes from the polygon, so Lord Howe gets a half-hour shift that the offset table cannot hold',
  ],
  [
    'tide-3qa',
    'Tide heights drift after DST',
    '2026-11-16T10:01:00Z',
    38,
    1.84,
    3,
    'the offset is taken once; with the IANA zone we could ask per reading, also where the step is a half-hour',
    { status: 'active', outcome: null },
  ],
  [
    'tide-7pc',
    'Export a month of tides as iCalendar',
    '2026-11-14T15:40:00Z',
    52,
    2.18,
    2,
    'VTIMEZONE needs the IANA zone of the station, not of the reader; Adelaide is the half-hour case',
    { status: 'paused', outcome: null },
  ],
  [
    null,
    'Compare tide libraries',
    '2026-11-07T14:00:00Z',
    31,
    0.92,
    2,
    'both take a fixed offset. Neither knows an IANA zone; one rounds half-hour offsets down',
    { owner: 'external', status: 'paused', outcome: null },
  ],
  [
    'tide-e5t',
    'Station import: read the zone column',
    '2026-09-21T11:00:00Z',
    44,
    1.37,
    1,
    'rows without an IANA zone fall back to longitude; that is wrong for half-hour places',
    { outcome: 'crash' },
  ],
  [
    'tide-e5t',
    'Review: zone polygons',
    '2026-09-19T11:00:00Z',
    26,
    0.58,
    1,
    'simplify to 50 m. Keep every half-hour border exact, the IANA zone test needs it',
  ],
].map(result);

const position = (message, at) => ({ ...message, position: at });
const TABLE = {
  file_path: 'src/time/table.ts',
  old_string: Array.from({ length: 7 }, (_, n) => `hours ${n}`).join('\n'),
  new_string: Array.from({ length: 9 }, (_, n) => `minutes ${n}`).join('\n'),
};
const MESSAGES = [
  said('assistant', '2026-10-12T09:41:00Z', [
    text(
      'I compared three stations against the published tables. Sydney and Brisbane agree. Lord Howe is 30 minutes late in summer.',
    ),
  ]),
  working(
    '2026-10-12T09:42:00Z',
    [],
    [
      ['Read', { file_path: 'src/time/zone.ts' }, Array(118).fill('1\tline').join('\n')],
      ['Bash', { command: 'node scripts/compare.mjs --station 9455' }, 'ok', 2400],
    ],
  ),
  said('assistant', '2026-10-12T09:43:00Z', [
    text(
      'The IANA zone comes from the polygon, so Lord Howe gets a half-hour shift that the offset table cannot hold: it stores whole hours as an `Int8`. Two ways out:\n\n1. Store minutes. Small change, one migration, keeps the table.\n2. Drop the table and ask the IANA zone per reading. Slower by about 4%, and no state to go stale.',
    ),
  ]),
  said('user', '2026-10-12T09:47:00Z', [text('Store minutes for now. Open a bead for the second way.')]),
  working(
    '2026-10-12T09:55:00Z',
    [],
    [
      ['Edit', TABLE, 'ok'],
      ['Bash', { command: 'bd create "Tide heights drift after DST"' }, 'tide-3qa', 300],
      [
        'Bash',
        { command: 'npm test -- zone --run' },
        ' Test Files  3 passed (3)\n      Tests  41 passed (41)',
        4000,
      ],
      [
        'Bash',
        { command: 'git commit -m "Keep zone offsets in minutes"' },
        '[main e77d1b2] Keep zone offsets in minutes',
        400,
      ],
    ],
  ),
  said('assistant', '2026-10-12T09:59:00Z', [
    text(
      'Done. The table holds minutes, the migration is reversible, and Lord Howe, Adelaide and Chatham are in the suite. The per-reading lookup waits in `tide-3qa`.',
    ),
  ]),
].map(position);

const OPEN = RESULTS[0].session;
const thread = { session_id: OPEN.id, source: 'claude', revision: 'look', total: MESSAGES.length };
const TOTALS = {
  sessions: 6,
  hits: 16,
  is_capped: false,
  active_ms: RESULTS.reduce((sum, { session }) => sum + session.stats.active_ms, 0),
  total_tokens: 42_000_000,
  cost_micro_usd: 10_290_000,
  unpriced_tokens: 0,
};

export const OPEN_SESSION = OPEN.id;

export const HISTORY = {
  'history.results': ({ text: asked }) =>
    asked === ''
      ? { totals: { ...TOTALS, sessions: 412, hits: 0 }, results: RESULTS }
      : { totals: TOTALS, results: RESULTS },
  'history.values': {
    projects: [PROJECT, '/home/ada/code/ledger', '/home/ada/dotfiles'],
    folders: [],
    models: ['claude-sonnet-5-5'],
    beads: ['tide-x8c', 'tide-3qa'],
    agents: ['executor'],
    tags: [],
  },
  'history.show': OPEN,
  'history.transcript': { ...thread, found: 2, messages: MESSAGES, lines_not_understood: 0 },
  'history.outline': {
    ...thread,
    prompts: [
      { position: 3, message_id: MESSAGES[3].id, at: MESSAGES[3].timestamp, text: 'Store minutes for now.' },
    ],
    compactions: [],
    branches: [],
    subagents: [],
    tools: [
      { tool: 'Bash', calls: 4, positions: [1, 4] },
      { tool: 'Read', calls: 1, positions: [1] },
      { tool: 'Edit', calls: 1, positions: [4] },
    ],
    context: [],
  },
  'history.find': {
    places: [2, 2, 2, 2, 2, 2, 2].map((at) => ({
      position: at,
      message_id: MESSAGES[at].id,
      at: MESSAGES[at].timestamp,
      role: 'assistant',
      snippet: spans(RESULTS[0].session.initial_prompt),
    })),
    is_cut: false,
  },
};
