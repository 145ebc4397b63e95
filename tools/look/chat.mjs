import { idOf } from './sessions.mjs';

let made = 0;
const nextId = (kind) => {
  made += 1;
  return `${kind}_${String(made).padStart(3, '0')}`;
};

const said = (role, at, content, more = {}) => ({
  id: nextId('msg'),
  role,
  content,
  timestamp: at,
  ...(role === 'assistant' ? { model: 'claude-sonnet-5-5' } : {}),
  ...more,
});
const text = (words) => ({ type: 'text', text: words });

/** A message of Claude that used tools: `[tool, input, output, ms, success]` each. */
function working(at, words, calls, more = {}) {
  const tool_calls = calls.map(([tool, input, output = '', duration_ms = 200, success = true]) => ({
    id: nextId('toolu'),
    tool,
    input,
    output,
    duration_ms,
    success,
    timestamp: at,
  }));
  const uses = tool_calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, tool, input }));
  return said('assistant', at, [...words, ...uses], { tool_calls, ...more });
}

const lines = (n) => Array.from({ length: n }, (_, at) => `${at + 1}\tline`).join('\n');
const EDIT = {
  file_path: 'src/tide/height.ts',
  old_string:
    'export function heightAt(station: Station, at: Instant): Metres {\n  const local = at + station.offset\n  return station.constituents.reduce(\n    (sum, c) => sum + c.amplitude * Math.cos(c.speed * local + c.phase),\n    0,\n  );\n}\n',
  new_string:
    'export function heightAt(station: Station, at: Instant): Metres {\n  const local = at + offsetAt(station.zone, at)\n  return station.constituents.reduce(\n    (sum, c) => sum + c.amplitude * Math.cos(c.speed * local + c.phase),\n    0,\n  );\n}\n',
};
const WRITE = { file_path: 'test/height.dst.test.ts', content: lines(41) };
const PROMPT =
  'Heights are an hour off for any station west of Denver after 1 November. Find out why, and fix it with a test.';
const FOUND =
  'The offset is taken once, when the station loads, and reused for every later day: the curve, the alerts and the export all see it.\n\nI will compute it per reading and pin the case with a test for Seattle.';

const beginning = [
  said('user', '2026-11-16T10:02:00Z', [text(PROMPT)]),
  working(
    '2026-11-16T10:03:00Z',
    [
      {
        type: 'thinking',
        text: '“West of Denver” is where the offset changes sign against the server’s own.',
      },
    ],
    [
      ['Read', { file_path: 'src/tide/height.ts' }, lines(80)],
      ['Read', { file_path: 'src/station/load.ts' }, lines(60)],
      ['Read', { file_path: 'src/tide/curve.ts' }, lines(40)],
      ['Read', { file_path: 'src/alerts.ts' }, lines(90)],
      ['Grep', { pattern: 'getTimezoneOffset' }, Array(7).fill('src/x.ts:1').join('\n')],
      [
        'Task',
        { description: 'Find every use of a station’s offset', subagent_type: 'Explore' },
        'Three callers outlive the day.',
        22_000,
      ],
    ],
  ),
];
const explored = said(
  'assistant',
  '2026-11-16T10:03:20Z',
  [
    text(
      'Nine reads, one write: `loadStation` stores the offset of the day the station was loaded. Three callers outlive that day.',
    ),
  ],
  { parent_id: beginning[1].tool_calls.at(-1).id, agent_id: 'explore', model: 'claude-haiku-5-5' },
);
const edited = working('2026-11-16T10:04:00Z', [text(FOUND)], [['Edit', EDIT, 'ok']]);

/** The chat of the board: a test that Claude asks to run, and a prompt that waits. */
export const ASKING = {
  messages: [...beginning, edited, working('2026-11-16T10:39:00Z', [], [['Write', WRITE, 'ok']])],
  live: {
    has_process: true,
    status: 'waiting',
    model: 'claude-sonnet-5-5',
    seat: 'pty',
    parts: [],
    permissions: [
      {
        id: 'ask',
        tool: 'Bash',
        input: {
          command: 'npm test -- height.dst --run',
          description: 'Run the new test and the height suite.',
        },
        rules: ['npm test'],
      },
    ],
    retry: null,
    tasks: [],
    asks_first: null,
    queue: [{ id: 'next', text: 'Then check Phoenix, it has no DST' }],
    end: null,
  },
};

/** The chat of focus mode: a test that failed, and Claude in the middle of its answer. */
export const STREAMING = {
  messages: [
    ...beginning,
    explored,
    edited,
    working(
      '2026-11-16T10:06:00Z',
      [],
      [
        [
          'Bash',
          { command: 'npm test -- height.dst --run' },
          `Exit code 1\nFAIL  test/height.dst.test.ts > Seattle, first hour after the change\nexpected 2.31 m, got 2.18 m`,
          3100,
          false,
        ],
      ],
    ),
  ],
  live: {
    ...ASKING.live,
    status: 'busy',
    permissions: [],
    queue: [],
    parts: [
      {
        type: 'text',
        message_id: 'msg_live',
        block: 0,
        text: 'One reading still uses the cached value: the interpolation between samples. I will pass the instant through there as well',
      },
    ],
  },
};

/** A row of every kind of tool call, as the sheet of parts shows them; the build still runs. */
export const STATES = {
  messages: [
    said('user', '2026-11-16T10:30:00Z', [text('Sync the stations in batches.')]),
    working(
      '2026-11-16T10:31:00Z',
      [],
      [
        ['Bash', { command: 'curl -H "Authorization: [REDACTED]" api.tides.example' }, 'ok', 1800],
        ['Edit', EDIT, 'ok'],
        ['WebFetch', { url: 'https://tides.example/docs/datum' }, 'ok', 2100],
        ['mcp__docs__lookup', { query: 'tidal datum' }, 'The server does not answer.', 10_000, false],
        ['Write', WRITE, 'ok'],
      ],
    ),
  ],
  live: {
    ...ASKING.live,
    status: 'busy',
    permissions: [],
    queue: [],
    parts: [
      {
        type: 'tool',
        message_id: 'msg_build',
        block: 0,
        id: 'toolu_build',
        tool: 'Bash',
        input: { command: 'npm run build' },
        call: null,
      },
    ],
  },
};

/** The end of the paused session behind the resume dialog. */
export const PAUSED = {
  messages: [
    said('user', '2026-11-14T16:21:00Z', [text('Does the feed open in the usual calendar apps?')]),
    working(
      '2026-11-14T16:30:00Z',
      [],
      [
        ['Bash', { command: 'npm run ics -- --station 9447130' }, 'ok', 1800],
        ['Read', { file_path: 'out/seattle-2026-11.ics' }, lines(420)],
        ['Edit', { ...EDIT, file_path: 'src/ics/feed.ts' }, 'ok'],
      ],
    ),
    said('assistant', '2026-11-14T16:40:00Z', [
      text(
        'The feed validates in two calendar apps. Left to do: fold long lines at 75 octets, and the download button on the station page.',
      ),
    ]),
  ],
  live: { ...ASKING.live, has_process: false, status: 'idle', seat: null, permissions: [], queue: [] },
};

/** What Claude's own terminal shows in focus mode. */
const GREEN = '\u001b[32m●\u001b[0m';
const RED = '\u001b[31m●\u001b[0m';
const DIM = '\u001b[2m';
const PLAIN = '\u001b[0m';
export const SCREEN = [
  '\u001b[34m>\u001b[0m Heights are an hour off for any station west of',
  '  Denver after 1 November. Find out why, and fix it',
  '  with a test.',
  '',
  `${DIM}● Explore(Find every use of a station's offset)${PLAIN}`,
  `${DIM}  └ Done (11 tool uses · 22s)${PLAIN}`,
  '',
  '● The offset is taken once, when the station loads,',
  '  and reused for every later day. I will compute it',
  '  per reading and pin the case with a test for Seattle.',
  '',
  `${GREEN} Update(src/tide/height.ts)`,
  '  └ Updated with 6 additions and 3 removals',
  '',
  `${RED} Bash(npm test -- height.dst --run)`,
  '  └ Error: Exit code 1',
  '    FAIL test/height.dst.test.ts > Seattle, first',
  '    hour after the change',
  '    … +32 lines',
  '',
  '● One reading still uses the cached value: the',
  '  interpolation between samples. I will pass the',
  '',
  '\u001b[33m* Working… (8s · ↓ 212 tokens · esc to interrupt)\u001b[0m',
  '',
  '────────────────────────────────────────────',
  '\u001b[34m>\u001b[0m ',
  '────────────────────────────────────────────',
  `${DIM}  manual mode${PLAIN}`,
].join('\r\n');

const commit = (sha, subject, at) => ({
  sha: sha.padEnd(40, '0'),
  parents: [],
  author: 'Ada',
  authored_at: at,
  committed_at: at,
  subject,
});

export const CHANGES = {
  session_id: idOf('tide-3qa'),
  since: 'start',
  base: { at: '2026-11-16T10:01:00Z', head: '4c1f2e9'.padEnd(40, '0'), is_exact: true },
  folder: '/home/ada/code/tidewater',
  branch: 'tide-3qa-dst-drift',
  files: [
    { path: 'src/tide/height.ts', kind: 'changed', additions: 6, deletions: 3 },
    { path: 'src/station/load.ts', kind: 'changed', additions: 1, deletions: 2 },
  ],
  from: 0,
  total: 2,
  additions: 7,
  deletions: 5,
  is_cut: false,
  commits: [commit('a91e03f', 'Add a failing test for Seattle after the change', '2026-11-16T10:06:00Z')],
};

export { commit, lines, said, text, working };
