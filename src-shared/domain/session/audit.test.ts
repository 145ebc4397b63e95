import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from './audit';
import { completeRun, completionOf, createAuditChain, runsOf, seal, verifyAudit } from './audit';
import { blankEvent } from './blank';
import { type SessionFact, stampFacts } from './events';
import { fc, test } from './testdata/property';
import { at, run, runId, sessionId } from './testdata/session-builder';

const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const calls = ['state_get', 'state_set'].map((tool, n) => ({ id: `t${n}`, tool, input: {}, success: true }));
const end = { result: 'ok', error: null, success: true, tool_calls: calls };
const events = (facts: SessionFact[], ms = 0) =>
  stampFacts({ session_id: sessionId(1), revision: 0, at: at(ms) }, facts);
const completed = (n: number, ms: number): SessionFact => ({
  type: 'run-completed',
  completion: completionOf({ run_id: runId(n), started_at: at() }, end, at(ms)),
});

function written(facts: SessionFact[]): AuditEntry[] {
  const chain = createAuditChain(sha);
  return events(facts).flatMap((event) => {
    const entry = chain.append(event);
    return entry.ok && entry.value !== null ? [entry.value] : [];
  });
}
const log = () =>
  written([
    { type: 'run-created', run: run(1) },
    completed(1, 3500),
    { type: 'run-created', run: run(2) },
    { type: 'focused' },
  ]);
const lines = (entries: AuditEntry[]) => entries.map((entry) => JSON.stringify(entry));

describe('the audit log', () => {
  it('A1 a run begins with nulls', () => {
    expect(run(1)).toEqual({
      run_id: runId(1),
      session_id: sessionId(1),
      trigger_source: 'ad-hoc',
      prompt: 'do it',
      result: null,
      tool_calls: [],
      success: null,
      error: null,
      duration_ms: null,
      started_at: at(),
      completed_at: null,
    });
  });

  it('A2 completing a completed run is an error in the code path, and the first completion stands', () => {
    const completion = completionOf(run(1), end, at(10));
    const once = completeRun(run(1), completion);
    expect(once.ok && completeRun(once.value, completion)).toEqual({
      ok: false,
      error: { code: 'run-already-completed', run_id: runId(1) },
    });
    const chain = createAuditChain(sha);
    const [created, first, second, again] = events([
      { type: 'run-created', run: run(1) },
      completed(1, 10),
      completed(1, 99),
      { type: 'run-created', run: run(1) },
    ]).map((event) => chain.append(event));
    expect([created?.ok, first?.ok]).toEqual([true, true]);
    expect([second, again]).toMatchObject([
      { error: { code: 'run-already-completed' } },
      { error: { code: 'run-already-completed' } },
    ]);
    expect(chain.seq()).toBe(2);
    expect(events([completed(7, 1)]).map((event) => chain.append(event))).toMatchObject([
      { error: { code: 'run-not-found' } },
    ]);
  });

  it.each([
    [3500, 3500],
    [1200, 1200],
    [0, 0],
    [-60_000, 0],
  ])('A3 ending %i ms after the start takes %i ms', (ms, duration) => {
    const done = completionOf(run(1), end, at(ms));
    expect(done.duration_ms).toBe(duration);
    expect(Date.parse(done.completed_at) - Date.parse(run(1).started_at)).toBe(duration);
  });

  test(
    'A3 holds for any two moments',
    [fc.integer({ min: -1e12, max: 1e12 }), fc.nat(1e9)],
    (later, start) => {
      const begun = { run_id: runId(1), started_at: at(start) };
      const done = completionOf(begun, end, at(start + later));
      expect(Date.parse(done.completed_at) - Date.parse(begun.started_at)).toBe(done.duration_ms);
      expect(done.duration_ms).toBeGreaterThanOrEqual(0);
    },
  );

  it('A4 tool calls keep their order; none is an empty list', () => {
    const [first, second] = runsOf(log());
    expect(first?.tool_calls.map((call) => call.tool)).toEqual(['state_get', 'state_set']);
    expect(second?.tool_calls).toEqual([]);
  });

  it('A5 an untouched log verifies, and is the same when it is rebuilt or continued', () => {
    expect(verifyAudit(lines(log()), sha)).toBeNull();
    expect(log()).toEqual(log());
    const chain = createAuditChain(sha);
    for (const entry of log()) chain.resume(entry);
    const next = events([completed(2, 70)]).map((event) => chain.append(event));
    const more = next.flatMap((step) => (step.ok && step.value ? [step.value] : []));
    expect(verifyAudit(lines([...log(), ...more]), sha)).toBeNull();
    expect(chain.has(runId(1))).toBe('completed');
  });

  it.each([
    [
      'changed',
      (all: string[]) => all.map((line) => line.replace('"ok"', '"no"')),
      { line: 2, fault: 'hash-differs' },
    ],
    ['dropped', (all: string[]) => all.filter((_, index) => index !== 1), { line: 2, fault: 'chain-broken' }],
    ['dropped first', (all: string[]) => all.slice(1), { line: 1, fault: 'chain-broken' }],
    [
      'moved',
      (all: string[]) => [all[1] ?? '', all[0] ?? '', all[2] ?? ''],
      { line: 1, fault: 'chain-broken' },
    ],
    ['doubled', (all: string[]) => [all[0] ?? '', ...all], { line: 2, fault: 'chain-broken' }],
    ['torn', (all: string[]) => [...all, '{"v":1'], { line: 4, fault: 'unreadable' }],
  ])('A5 a %s line is found', (_what, spoil, fault) => {
    expect(verifyAudit(spoil(lines(log())), sha)).toEqual(fault);
  });

  it('A6 a rewrite says so and begins the chain anew', () => {
    const mark = seal(
      { seq: 3, hash: '' },
      { at: at(9), type: 'rewritten', run: null, reason: 'purge' },
      sha,
    );
    expect(verifyAudit([...lines(log()), JSON.stringify(mark)], sha)).toBeNull();
  });

  it('A6 blanking keeps times and outcome and no word of anybody', () => {
    const secret = {
      ...end,
      result: 'SECRET',
      tool_calls: [{ id: 't', tool: 'Bash', input: { command: 'SECRET' }, output: 'SECRET', success: true }],
    };
    const facts: SessionFact[] = [
      { type: 'run-created', run: run(1, 0, 'SECRET') },
      { type: 'run-completed', completion: completionOf(run(1), secret, at(5)) },
      { type: 'retitled', title: 'SECRET' },
      { type: 'tags-set', tags: ['SECRET'] },
      { type: 'details-noted', details: { summary: 'SECRET' } },
    ];
    const blanked = events(facts).map(blankEvent);
    expect(JSON.stringify(blanked)).not.toContain('SECRET');
    expect(blanked[1]).toMatchObject({
      completion: { duration_ms: 5, success: true, tool_calls: [{ tool: 'Bash', success: true }] },
    });
  });
});
