import type { BeadId } from '@domain/ids';
import { expect, it } from 'vitest';
import { catalogFilterOf } from './own-filter';
import type { OwnSession } from './own-session';

const own = (id: string, facts: Partial<OwnSession>): OwnSession => ({
  id,
  owner: 'console',
  title: null,
  bead_id: null,
  agent: null,
  active_ms: null,
  status: 'closed',
  outcome: 'done',
  tags: [],
  commits: [],
  files: [],
  summary: null,
  is_trashed: false,
  chain_id: '',
  project_id: null,
  worktree: null,
  ...facts,
});
const sessions = [
  own('a', { bead_id: 'tide-1' as BeadId, commits: ['1a2b3c4', '5d6e7f8'], tags: ['dst', 'zone'] }),
  own('b', { status: 'paused', outcome: null, agent: 'Executor' }),
  own('trashed', { is_trashed: true, bead_id: 'tide-1' as BeadId }),
];

it.each([
  ['nothing but what is in the trash', [{}], { notIds: ['trashed'] }],
  ['a bead', [{ bead: 'tide-1' as BeadId }], { ids: ['a'] }],
  [
    'commits, of our records or of what a transcript tells',
    [{ has: ['commits' as const] }],
    { work: [{ what: 'commits', orIds: ['a'] }], notIds: ['trashed'] },
  ],
  [
    'files of a bead',
    [{ bead: 'tide-1' as BeadId }, { has: ['files' as const] }],
    { ids: ['a'], work: [{ what: 'files', orIds: [] }] },
  ],
  ['all tags', [{ tags: ['dst', 'zone'] }], { ids: ['a'] }],
  ['one tag of two', [{ tags: ['dst', 'x'] }], { ids: [] }],
  ['an agent in any case', [{ agent: 'executor' }], { ids: ['b'] }],
  ['an agent by its exact name first', [{ agent: 'Executor' }], { ids: ['b'] }],
  ['no bead, which unknown ones have not either', [{ bead: 'none' as BeadId }], { notIds: ['trashed', 'a'] }],
  ['no agent', [{ agent: 'none' }], { notIds: ['trashed', 'b'] }],
  ['a bead, but not this one', [{ has: ['bead' as const], not_beads: ['tide-1' as BeadId] }], { ids: [] }],
  ['not this bead', [{ not_beads: ['tide-1' as BeadId] }], { notIds: ['trashed', 'a'] }],
  [
    'what was billed, the trash included',
    [{ billed: '2026-03-01..', bead: 'tide-1' as BeadId }],
    { billed: ['2026-03-01..'], ids: ['a', 'trashed'] },
  ],
  [
    'what Claude reckoned',
    [{ billed: 'any', has: ['claude-cost' as const] }],
    { billed: ['any'], isReckoned: true },
  ],
  ['closed, which unknown ones are too', [{ status: ['closed' as const] }], { notIds: ['trashed', 'b'] }],
  ['paused', [{ status: ['paused' as const] }], { ids: ['b'] }],
  ['from a terminal', [{ owner: 'external' as const }], { notIds: ['trashed', 'a', 'b'] }],
  ['two filters', [{ bead: 'tide-1' as BeadId }, { status: ['paused' as const] }], { ids: [] }],
  [
    'a range and another',
    [{ since: '2026-01-01T00:00:00Z' }, { since: '2026-02-01T00:00:00Z', until: '2026-03-01T00:00:00Z' }],
    { since: '2026-02-01T00:00:00Z', until: '2026-03-01T00:00:00Z' },
  ],
  ['an outcome, which unknown ones have not', [{ outcome: ['done' as const] }], { ids: ['a'] }],
  ['one of two outcomes', [{ outcome: ['crash' as const, 'done' as const] }], { ids: ['a'] }],
  ['another outcome', [{ outcome: ['crash' as const] }], { ids: [] }],
  [
    'an outcome and another: both',
    [{ outcome: ['done' as const] }, { outcome: ['crash' as const] }],
    { ids: [] },
  ],
  ['a model and another: both', [{ model: 'opus' }, { model: 'haiku' }], { models: ['opus', 'haiku'] }],
  [
    'a range of costs and another: what they share',
    [
      { min_cost_micro_usd: 1, max_cost_micro_usd: 9 },
      { min_cost_micro_usd: 3, max_cost_micro_usd: 7 },
    ],
    { minCost: 3, maxCost: 7 },
  ],
  [
    'a project and another: both',
    [{ project: '/mine' }, { project: '/other' }],
    { projects: ['/mine', '/other'] },
  ],
])('%s', (_, filters, expected) => {
  expect(catalogFilterOf(filters, sessions)).toMatchObject(expected);
});
