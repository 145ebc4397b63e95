import { describe, expect, it } from 'vitest';
import type { CliFrame } from '../frame';
import { listInputOf, parts, wholeNumber } from './session-filters';

const now = new Date(2026, 2, 10, 12, 0, 0);
const frame = { cwd: '/here/now', nowMs: () => now.getTime() } as CliFrame;
const input = (options: Parameters<typeof listInputOf>[1]) => listInputOf(frame, options);

describe('filters from the command line', () => {
  it.each([
    [{}, { project: '/here/now' }],
    [{ project: '../other' }, { project: '/here/other' }],
    [{ allProjects: true }, {}],
    [
      { allProjects: true, agent: 'a', rig: 'r', bead: 'b-1', chain: 'c', device: 'd' },
      { agent: 'a', rig: 'r', bead_id: 'b-1', chain_id: 'c', device_id: 'd' },
    ],
    [
      { allProjects: true, tag: ['X'], status: ['active'], trash: true, limit: 5, offset: 2 },
      { tags: ['x'], status: ['active'], trash: 'only', limit: 5, offset: 2 },
    ],
    [{ allProjects: true, today: true }, { since: new Date(2026, 2, 10).toISOString() }],
    [{ allProjects: true, since: '24h' }, { since: new Date(now.getTime() - 86_400_000).toISOString() }],
    [{ allProjects: true, until: '2026-01-19' }, { until: new Date(2026, 0, 19, 23, 59, 59).toISOString() }],
  ])('%j', (options, expected) => {
    expect(input(options)).toEqual({ ok: true, value: expected });
  });

  it('refuses a time nobody can read', () => {
    expect(input({ until: 'soon' })).toMatchObject({ ok: false, error: { code: 'invalid-moment' } });
  });

  it('reads lists and numbers', () => {
    expect(parts('a, b,,c', ['z'])).toEqual(['z', 'a', 'b', 'c']);
    expect(wholeNumber('20')).toBe(20);
    for (const text of ['-1', '1.5', 'x', '']) expect(() => wholeNumber(text)).toThrow();
  });
});
