import { describe, expect, it } from 'vitest';
import { readSessionRecord } from './migrate';
import { at, draft, projectId, sessionId, sessionIn } from './testdata/session-builder';

describe('reading a record', () => {
  it('gives back what was written, with fields nobody here knows', () => {
    const odd = { ...sessionIn('closed'), added_by_tomorrow: { deep: [1] } };
    expect(readSessionRecord(JSON.parse(JSON.stringify(odd)))).toEqual({ ok: true, value: odd });
  });

  it('lifts the documented example, which carries no version', () => {
    const example = {
      id: sessionId(7),
      project_id: projectId(),
      bead_id: 'BC-001',
      status: 'closed',
      created_at: '2026-01-19T10:00:00-06:00',
      closed_at: '2026-01-19T12:30:00-06:00',
      title: 'Implement login validation',
    };
    const read = readSessionRecord(example);
    expect(read).toMatchObject({
      ok: true,
      value: { ...example, version: 1, chain_id: sessionId(7), tags: [], updated_at: example.closed_at },
    });
  });

  it.each([
    [
      { ...draft(), version: 2 },
      { code: 'newer-version', file: 'meta.json', version: 2, known: 1 },
    ],
    [
      { ...draft(), version: 'x' },
      { code: 'unreadable-record', issues: ['version'] },
    ],
    [
      { ...draft(), status: 'sleeping' },
      { code: 'unreadable-record', issues: ['status'] },
    ],
    [
      { ...draft(), created_at: at().replace('Z', '') },
      { code: 'unreadable-record', issues: ['created_at'] },
    ],
    [null, { code: 'unreadable-record', issues: ['not an object'] }],
    [[], { code: 'unreadable-record', issues: ['not an object'] }],
  ])('refuses %# with a typed error', (raw, error) => {
    expect(readSessionRecord(raw)).toEqual({ ok: false, error });
  });
});
