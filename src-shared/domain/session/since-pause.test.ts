import { describe, expect, it } from 'vitest';
import { digestOf, looksLikeTests } from './digest';
import { appendLog, executionLog } from './execution-log';
import { handOffNote } from './hand-off-note';
import type { Message } from './message';
import type { Session } from './record';
import { resumePrompt } from './resume-prompt';
import {
  beadChanges,
  changesInWords,
  isUnchanged,
  judgeBead,
  pauseMarkOf,
  withoutTracker,
} from './since-pause';

const mark = { status: 'in_progress', assignee: 'ada', updated_at: '2026-11-01T10:00:00Z' };
const now = { status: 'in_progress', assignee: 'ada', updated_at: '2026-11-01T10:00:00.000Z' };
const pausedAt = '2026-11-01T12:00:00Z';

describe('the bead, then and now', () => {
  it.each([
    // mark   now                                                verdict
    [mark, now, 'same'],
    [mark, { ...now, updated_at: '2026-11-02T10:00:00Z' }, 'edited'],
    [mark, { ...now, status: 'in_review' }, 'moved'],
    [mark, { ...now, assignee: null }, 'moved'],
    [mark, { ...now, assignee: 'bo' }, 'taken'],
    [mark, { ...now, assignee: 'bo', status: 'in_review' }, 'taken'],
    [mark, { ...now, status: 'closed', assignee: 'bo' }, 'closed'],
    [{ ...mark, status: 'closed' }, { ...now, status: 'closed' }, 'same'],
    [mark, null, 'gone'],
    [mark, 'unreadable', 'unknown'],
    // A program that was killed left no mark: only the times speak.
    [null, now, 'same'],
    [null, { ...now, updated_at: '2026-11-01T13:00:00Z' }, 'edited'],
    [null, { ...now, status: 'open' }, 'moved'],
    [null, { ...now, status: 'closed' }, 'closed'],
  ] as const)('%j against %j is %s', (then, is, verdict) => {
    expect(judgeBead(then, pausedAt, is)).toBe(verdict);
  });
});

const commit = {
  sha: 'a'.repeat(40),
  parents: [],
  author: 'Bo',
  authored_at: pausedAt,
  committed_at: pausedAt,
  subject: 'Tidy',
};
const file = { path: 'src/a.ts', kind: 'changed', additions: 1, deletions: 0 } as const;
const calm = {
  verdict: 'same',
  branch: { before: 'x', now: 'x' },
  commits: [],
  files: [],
  context: [],
} as const;

describe('what changed meanwhile', () => {
  it.each([
    [calm, true],
    [{ ...calm, verdict: null, branch: null }, true],
    [{ ...calm, verdict: 'unknown' }, true],
    [{ ...calm, verdict: 'edited' }, false],
    [{ ...calm, branch: { before: 'x', now: 'main' } }, false],
    [{ ...calm, commits: [commit] }, false],
    [{ ...calm, files: [file] }, false],
    [{ ...calm, context: [{ path: 'README.md' }] }, false],
  ] as const)('%j: unchanged is %s', (facts, expected) => {
    expect(isUnchanged(facts)).toBe(expected);
  });

  it('leaves the tracker’s own files to the bead', () => {
    const paths = ['.beads/issues.jsonl', 'src/a.ts', '.beadsx'];
    expect(withoutTracker(paths.map((path) => ({ ...file, path }))).map(({ path }) => path)).toEqual([
      'src/a.ts',
      '.beadsx',
    ]);
  });

  it('is told in the prompt of seed A, filled in', () => {
    const facts = { ...calm, verdict: 'moved', commits: [commit], files: [file] } as const;
    const changes = changesInWords(facts, [{ field: 'status', before: 'in_progress', now: 'open' }]);
    const session = { objective: 'Noon is noon', paused_at: pausedAt } as Session;
    expect(
      resumePrompt(session, {
        bead: { title: 'Heights\ndrift', status: 'open' },
        lastAnswer: 'I read\nthe table.',
        files: ['src/a.ts'],
        changes,
      }),
    ).toBe(`You are resuming a paused session.

Session Context:
- Bead: Heights drift (open)
- Objective: Noon is noon
- Last message: I read the table.
- Files touched: src/a.ts
- Paused at: 2026-11-01T12:00:00Z
- Changes since pause:
  - the bead went from in_progress to open
  - commits: aaaaaaaa Tidy
  - files changed outside the session: src/a.ts

Please acknowledge and continue from where we left off.`);
  });

  it('says field by field what became of the bead', () => {
    const then = { ...mark, priority: 2, title: 'Drift' };
    const is = { status: 'in_progress', assignee: 'bo', priority: 1, title: 'Drift' };
    const changed = beadChanges(then, is);
    expect(changed).toEqual([
      { field: 'assignee', before: 'ada', now: 'bo' },
      { field: 'priority', before: 'P2', now: 'P1' },
    ]);
    const comments = [{ author: 'Bo', text: 'Use UTC.' }];
    const facts = { ...calm, verdict: 'taken', comments, base: { name: 'main', commits: 6 } } as const;
    expect(isUnchanged({ ...facts, verdict: 'same' })).toBe(false);
    expect(changesInWords(facts, changed)).toEqual([
      'somebody else took the bead (bo)',
      'its priority is P1 now, it was P2',
      'Bo wrote: Use UTC.',
      'main has 6 new commits',
    ]);
    // An older mark knows neither priority nor title.
    expect(beadChanges(mark, { ...is, assignee: 'ada' })).toEqual([]);
  });

  it('a mark that is not one counts as none', () => {
    expect(pauseMarkOf({ pause_mark: { at: 'yesterday' } })).toBeNull();
    expect(pauseMarkOf({ pause_mark: { at: pausedAt, bead: mark, git: null } })).toMatchObject({
      bead: mark,
    });
  });
});

const say = (id: string, role: 'user' | 'assistant', text: string, more: Partial<Message> = {}): Message => ({
  id,
  role,
  content: [{ type: 'text', text }],
  timestamp: pausedAt,
  ...more,
});
const call = (tool: string, input: Record<string, unknown>, success = true, output?: string) => ({
  id: `${tool}-${JSON.stringify(input).length}`,
  tool,
  input,
  success,
  ...(output === undefined ? {} : { output }),
});
const messages: Message[] = [
  say('1', 'user', 'Fix the drift'),
  say('2', 'assistant', 'Looking', { tool_calls: [call('Bash', { command: 'npm test' }, false)] }),
  say('2', 'assistant', 'Looking', {
    tool_calls: [
      call('Bash', { command: 'npm test' }, false),
      call('Edit', { file_path: '/p/a.ts' }),
      call('Edit', { file_path: '/p/no.ts' }, false),
      call('AskUserQuestion', { questions: [] }, true, 'Which zone? UTC'),
      call('TodoWrite', {
        todos: [
          { content: 'Fix', status: 'completed' },
          { content: 'Document', status: 'pending' },
        ],
      }),
      call('Bash', { command: 'npm test' }),
      call('Bash', { command: 'ls' }),
    ],
  }),
  say('3', 'user', 'And the docs', {}),
  say('4', 'assistant', 'Fixed; docs are next.'),
  say('5', 'assistant', 'from a helper', { agent_id: 'x' }),
  say('6', 'assistant', 'another branch', { is_pruned: true }),
];

it.each([
  ['npm test', true],
  ['cd x && npm run test -- --watch=false', true],
  ['npx vitest run src/a.test.ts', true],
  ['node --test --test-reporter=spec', true],
  ['python -m pytest -q', true],
  ['go test ./...', true],
  ['cat test/a.js', false],
  ['npm install', false],
  ['git commit -m "test"', false],
])('%s looks like a test run: %s', (command, expected) => {
  expect(looksLikeTests(command)).toBe(expected);
});

it('a command with a whole file in it is looked at before and behind the file', () => {
  const file = 'a(b);c|d&'.repeat(30_000);
  expect(looksLikeTests(`cat > a.js <<'E'\n${file}\nE\nnpm test`)).toBe(true);
  expect(looksLikeTests(`cat > a.js <<'E'\n${file}\nE`)).toBe(false);
});

describe('what the messages say about the work', () => {
  const digest = digestOf(messages);
  const session = { id: '0f8fad5b-d9cb-469f-a165-70867728950e', bead_id: 'p-1', title: 'Drift' } as Session;

  it('takes the latest form of a message, and only the thread', () => {
    expect(digest).toEqual({
      prompts: ['Fix the drift', 'And the docs'],
      lastAnswer: 'Fixed; docs are next.',
      decisions: ['Which zone? UTC'],
      todos: [
        { text: 'Fix', isDone: true },
        { text: 'Document', isDone: false },
      ],
      edited: ['/p/a.ts'],
      tests: [{ command: 'npm test', success: true }],
    });
  });

  it('a hand-off note has every heading, filled or visibly empty', () => {
    const note = handOffNote(session, {
      beadTitle: 'Heights drift',
      digest,
      files: ['a.ts'],
      commits: ['abc'],
    });
    const headings = [...note.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(['Goal', 'State', 'Decisions', 'Files', 'Open points', 'Next step']);
    expect(note).toContain('- Bead p-1: Heights drift');
    expect(note).toContain('- Asked: And the docs');
    expect(note).toContain('## Next step\n\n- Document');
    const empty = { prompts: [], lastAnswer: null, decisions: [], todos: [], edited: [], tests: [] };
    const bare = handOffNote(session, { beadTitle: null, digest: empty, files: [], commits: [] });
    expect(bare).toContain('## Decisions\n\n- ');
  });

  it('the log names files, commits, tests and what it cost, and is appended once', () => {
    const used = {
      ...session,
      total_duration_ms: 61_000,
      total_tokens: 1200,
      stats: { cost_micro_usd: 1_840_000 },
    };
    const log = executionLog(used as Session, {
      digest,
      files: ['a.ts'],
      commits: [{ sha: 'abcdef1234', subject: 'Fix' }],
      earlier: [{ ...used, id: '1f8fad5b-d9cb', commits: ['fedcba4321'] } as unknown as Session],
      at: '2026-11-16T20:10:11.000Z',
    });
    expect(log).toContain('### Session 0f8fad5b · Drift · 2026-11-16 20:10');
    expect(log).toContain('- abcdef12 Fix');
    expect(log).toContain('- passed: npm test');
    expect(log).toMatch(/Earlier in the chain\*\*\n\n- Session 1f8fad5b · .* · \$1\.84 · fedcba43\n/);
    expect(log).toMatch(/\*\*Used\*\* .*1,200 tokens · \$1\.84$/);
    const once = appendLog('Written by Bo.\n', log);
    expect(once).toBe(`Written by Bo.\n\n${log}`);
    expect(appendLog(once, log)).toBe(once);
    expect(appendLog(undefined, log)).toBe(log);
    expect(appendLog('kept', '  ')).toBe('kept');
  });
});
