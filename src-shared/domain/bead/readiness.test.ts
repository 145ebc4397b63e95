import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readBead } from './read-bead';
import { readBeadsFile } from './read-beads-file';
import { type BlockReason, blockChain, blockedBeads, readinessOf } from './readiness';
import type { Bead } from './record';
import { type Expected, generated } from './testdata/generated';
import { type ReadyRules, RULES_1X, RULES_04X, rulesFor } from './tracker-info';

const read = (path: string) => readFileSync(new URL(`./testdata/fixtures/${path}`, import.meta.url), 'utf8');

/** The oracle leaves the finished ones out and names the parent where the block is inherited. */
function asOracle(beads: readonly Bead[], blocked: ReadonlyMap<string, BlockReason>) {
  const finished = new Set(
    beads
      .filter((bead) => ['closed', 'tombstone', 'pinned'].includes(bead.status))
      .map((bead) => bead.id as string),
  );
  return Object.fromEntries(
    [...blocked]
      .filter(([id]) => !finished.has(id))
      .map(([id, reason]) => [
        id,
        reason.inherited_from === null ? [...reason.blocked_by].sort() : [reason.inherited_from],
      ]),
  );
}

function expectOracle(text: string, expected: Expected, rules: ReadyRules) {
  const { beads } = readBeadsFile(text);
  const { ready, blocked } = readinessOf(beads, rules, Date.parse(expected.now));
  expect(ready).toEqual(expected.ready);
  expect(asOracle(beads, blocked)).toEqual(expected.blocked);
  expect(blockedBeads(beads, rules)).toEqual(blocked);
}

describe('the fixtures', () => {
  it.each([
    ['small', RULES_04X],
    ['medium', RULES_1X],
    ['edge', RULES_1X],
  ] as const)('%s: ready in order and blocked with reasons', (name, rules) => {
    expectOracle(read(`${name}/.beads/issues.jsonl`), JSON.parse(read(`${name}/expected.json`)), rules);
  });

  it('small under bd 0.49.3 lists what is in progress too', () => {
    const expected = JSON.parse(read('small/expected.json')) as Expected;
    const { beads } = readBeadsFile(read('small/.beads/issues.jsonl'));
    const rules = rulesFor('sqlite-04x', '0.49.3');
    expect(readinessOf(beads, rules, Date.parse(expected.now)).ready).toEqual(expected.readyUpTo0493);
  });
});

describe('generated projects', () => {
  const seeds = Array.from({ length: 200 }, (_, index) => index + 1);
  it.each([
    ['dolt', RULES_1X],
    ['sqlite', RULES_04X],
  ] as const)('200 of the %s style equal the oracle', (generation, rules) => {
    for (const seed of seeds) {
      const count = 10 + ((seed * 37) % 120);
      const { text, expected } = generated({
        seed,
        count,
        generation,
        edge: seed % 2 === 0,
        broken: seed % 4 === 0,
      });
      expectOracle(text, expected, rules);
    }
  });
});

const NOW = Date.parse('2026-06-01T12:00:00Z');
type Edge = readonly [on: string, type: string, metadata?: string];

function bead(id: string, fields: Record<string, unknown> = {}, ...edges: readonly Edge[]): Bead {
  const made = readBead({
    id,
    title: id,
    priority: 2,
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-01T00:00:00Z',
    ...fields,
    dependencies: edges.map(([depends_on_id, type, metadata]) => ({
      issue_id: id,
      depends_on_id,
      type,
      metadata,
    })),
  });
  if (made === null) throw new Error(`no bead ${id}`);
  return made;
}

describe('where the two rule sets part', () => {
  const readyIn = (beads: readonly Bead[]) => ({
    '1.x': readinessOf(beads, RULES_1X, NOW).ready.toSorted(),
    '0.4x': readinessOf(beads, RULES_04X, NOW).ready.toSorted(),
  });

  it.each([
    [
      'a target in a custom status',
      [bead('t', { status: 'in_review' }), bead('b', {}, ['t', 'blocks'])],
      [],
      ['b'],
    ],
    ['a pinned target', [bead('t', { status: 'pinned' }), bead('b', {}, ['t', 'blocks'])], ['b'], ['b']],
    ['a dangling target', [bead('b', {}, ['gone', 'blocks'])], ['b'], ['b']],
    ['an external target', [bead('b', {}, ['external:x:y', 'blocks'])], ['b'], ['b']],
    [
      'a tombstone target',
      [bead('t', { status: 'tombstone' }), bead('b', {}, ['t', 'blocks'])],
      ['b'],
      ['b'],
    ],
    [
      'a condition on a success',
      [bead('t', { status: 'closed', close_reason: 'Done' }), bead('b', {}, ['t', 'conditional-blocks'])],
      ['b'],
      [],
    ],
    [
      'a condition on a failure',
      [bead('t', { status: 'closed', close_reason: 'Timeout' }), bead('b', {}, ['t', 'conditional-blocks'])],
      ['b'],
      ['b'],
    ],
    [
      'a closed parent that is held',
      [
        bead('w', { status: 'deferred' }),
        bead('p', { status: 'closed' }, ['w', 'blocks']),
        bead('c', {}, ['p', 'parent-child']),
      ],
      ['c'],
      [],
    ],
    [
      'a parent put off to a date',
      [bead('p', { defer_until: '2026-07-01T00:00:00Z' }), bead('c', {}, ['p', 'parent-child'])],
      [],
      ['c'],
    ],
    [
      'waiting for any of no children',
      [bead('b', {}, ['s', 'waits-for', '{"gate":"any-children"}'])],
      ['b'],
      [],
    ],
    ['a gate nobody can read', [bead('b', {}, ['s', 'waits-for', '{'])], ['b'], ['b']],
    ['an id of a molecule', [bead('x-mol-1')], ['x-mol-1'], []],
    ['a template', [bead('b', { is_template: true })], [], []],
  ] as const)('%s', (_name, beads, newer, older) => {
    expect(readyIn(beads)).toEqual({ '1.x': newer, '0.4x': older });
  });

  it('0.4x follows the spawner of a gate, 1.x its target', () => {
    const beads = [
      bead('s', { status: 'closed' }),
      bead('k', { status: 'deferred' }, ['s', 'parent-child']),
      bead('b', {}, ['t', 'waits-for', '{"spawner_id":"s"}']),
    ];
    expect(readyIn(beads)).toEqual({ '1.x': ['b'], '0.4x': [] });
  });

  it('names the parent that hands its block on, and what holds that one', () => {
    const beads = [
      bead('wall'),
      bead('epic', {}, ['wall', 'blocks']),
      bead('child', {}, ['epic', 'parent-child']),
      bead('leaf', {}, ['child', 'parent-child']),
    ];
    const { blocked } = readinessOf(beads, RULES_1X, NOW);
    expect(blocked.get('leaf')).toEqual({ blocked_by: [], inherited_from: 'child' });
    expect(blockChain(blocked, 'leaf')).toEqual({ through: ['child', 'epic'], blocked_by: ['wall'] });
    expect(blockChain(blocked, 'wall')).toEqual({ through: [], blocked_by: [] });
  });

  it('ends on parents that go in a circle', () => {
    const beads = [
      bead('a', {}, ['b', 'parent-child'], ['w', 'blocks']),
      bead('b', {}, ['a', 'parent-child']),
      bead('w'),
    ];
    expect([...readinessOf(beads, RULES_1X, NOW).blocked.keys()]).toEqual(['a', 'b']);
  });
});
