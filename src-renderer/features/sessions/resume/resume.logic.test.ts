import type { BeadVerdict } from '@domain/session/since-pause';
import { describe, expect, it } from 'vitest';
import { resumePlan } from '../../../testing/plans';
import { checkLine, checksOf, isLasting } from './resume-checks.logic';
import { type Fact, factsOf, graveWords, unknownWords } from './resume-facts.logic';

const now = Date.parse('2026-11-16T12:00:00Z');
const plan = (more: Parameters<typeof resumePlan>[1] = {}) => resumePlan('s', more);
const said = ({ said: parts }: Fact) =>
  parts.map((part) => (typeof part === 'string' ? part : `\`${part.mono}\``)).join('');
const bead = (verdict: BeadVerdict, more: object = {}) => ({
  id: 'tide-7pc',
  title: 'Export',
  verdict,
  before: { status: 'in_progress', assignee: 'ada' },
  now: { status: 'in_progress', assignee: 'ada' },
  changed: [],
  updated_at: '2026-11-16T09:15:00Z',
  updated_by: 'Ada',
  comments: [],
  ...more,
});
const commit = (n: number) => ({
  sha: String(n).repeat(40),
  parents: [],
  author: 'Bo',
  authored_at: '2026-11-16T11:20:00Z',
  committed_at: '2026-11-16T11:20:00Z',
  subject: `Change ${n}`,
});
const file = (path: string) => ({ path, kind: 'changed' as const, additions: 14, deletions: 5 });

describe('the checks', () => {
  it.each([
    [{}, 'good', 'Ready to resume: transcript, folder and branch are where they were.'],
    [{ branch: null }, 'good', 'Ready to resume: transcript and folder are where they were.'],
    [
      { branch: { before: 'feat/x', now: 'main' } },
      'waiting',
      'Ready to resume, but look: the branch is main now, it was feat/x.',
    ],
    [{ obstacle: { code: 'cwd-missing', cwd: '/p' } }, 'broken', 'The folder it worked in is gone.'],
  ] as const)('%o: %s', (more, tone, words) => {
    expect(checkLine(plan(more))).toMatchObject({ tone, words });
  });
  it('name the one that failed, and promise nothing about those behind it', () => {
    const states = checksOf(plan({ obstacle: { code: 'session-open-elsewhere', session_id: 's', pid: 7 } }));
    expect(states.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'transcript unknown',
      'folder unknown',
      'branch good',
      'process bad',
    ]);
  });
  it.each([
    [null, false],
    [{ code: 'transcript-missing', session_id: 's' }, true],
    [{ code: 'claude-not-logged-in', claude: 'claude' }, false],
  ] as const)('%o is there to stay: %s', (obstacle, is) => {
    expect(isLasting(obstacle)).toBe(is);
  });
});

describe('what changed', () => {
  it('tells the bead, commits, the base, files and the context, with who and how much', () => {
    const facts = factsOf(
      plan({
        bead: bead('moved', {
          changed: [
            { field: 'status', before: 'in_progress', now: 'open' },
            { field: 'priority', before: 'P2', now: 'P1' },
          ],
          comments: [{ author: 'Ada', text: 'Use UTC.', at: '2026-11-16T09:16:00Z' }],
        }),
        commits: [1, 2, 3, 4, 5].map(commit),
        base: { name: 'main', commits: 6, last: commit(6) },
        files: ['src/a.ts', 'src/b.ts', 'src/c.ts'].map(file),
        touched: { count: 5, changed: ['src/a.ts', 'src/b.ts'] },
        context: [{ path: 'README.md', change: 'changed' }],
      }),
      now,
    );
    expect(facts.map(said)).toEqual([
      '`tide-7pc` went from in progress to open',
      '`tide-7pc` went from P2 to P1',
      'New comment: “Use UTC.”',
      '`1111111` Change 1',
      '`2222222` Change 2',
      '`3333333` Change 3',
      'and 2 other commits',
      '`main` moved on by 6 commits',
      '2 of 5 touched files changed: `src/a.ts`, `src/b.ts`',
      '1 other file changed: `src/c.ts`',
      '1 file of the context pack is not what Claude was told: `README.md`',
    ]);
    expect(facts[0]?.end).toMatch(/^Ada, /);
    expect(facts[7]?.end).toBe('last one 40m ago, Bo');
    expect(facts[8]?.end).toEqual({ plus: 28, minus: 10 });
  });
  it('is silent about what is the same, and says what could not be compared', () => {
    expect(factsOf(plan({ bead: bead('same') }), now)).toEqual([]);
    expect(unknownWords(plan())).toBeNull();
    expect(unknownWords(plan({ unknown: ['bead', 'files'] }))).toBe(
      'Could not be compared: the bead, the files.',
    );
  });
  it.each([
    ['same', null],
    ['moved', null],
    ['taken', /^tide-7pc was taken by bo/],
    ['closed', /^tide-7pc was closed by Ada/],
    ['gone', /^tide-7pc was deleted/],
  ] as const)('a bead that is %s is said before anything runs', (verdict, words) => {
    const told = graveWords(
      plan({ bead: bead(verdict, { now: { status: 'in_progress', assignee: 'bo' } }) }),
      now,
    );
    if (words === null) expect(told).toBeNull();
    else expect(told).toMatch(words);
  });
});
