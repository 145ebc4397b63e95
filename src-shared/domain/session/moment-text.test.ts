import { describe, expect, it } from 'vitest';
import { readMoment, startOfDay } from './moment-text';

const now = Date.parse('2026-03-10T12:00:00.000Z');

describe('times people write', () => {
  it.each([
    ['1h', '2026-03-10T11:00:00.000Z'],
    ['24h', '2026-03-09T12:00:00.000Z'],
    ['7d', '2026-03-03T12:00:00.000Z'],
    ['2w', '2026-02-24T12:00:00.000Z'],
    ['90m', '2026-03-10T10:30:00.000Z'],
    [' 30s ', '2026-03-10T11:59:30.000Z'],
    ['2026-01-19T10:00:00-06:00', '2026-01-19T16:00:00.000Z'],
    ['2026-01-19T10:00Z', '2026-01-19T10:00:00.000Z'],
  ])('%s', (text, iso) => {
    expect(readMoment(text, now, 'start')).toEqual({ ok: true, value: iso });
  });

  it('a date is a whole local day', () => {
    const from = readMoment('2026-01-19', now, 'start');
    const to = readMoment('2026-01-19', now, 'end');
    expect(from).toEqual({ ok: true, value: new Date(2026, 0, 19).toISOString() });
    expect(to).toEqual({ ok: true, value: new Date(new Date(2026, 0, 20).getTime() - 1).toISOString() });
    expect(startOfDay(now)).toBe(
      new Date(2026, new Date(now).getMonth(), new Date(now).getDate()).toISOString(),
    );
  });

  it.each([
    '',
    'yesterday',
    '1y',
    '-1h',
    '1.5h',
    '2026-02-30',
    '2026-13-01',
    '2026-01-19T99:00Z',
    'x'.repeat(500),
  ])('%j is a typed error', (text) => {
    expect(readMoment(text, now, 'start')).toMatchObject({ ok: false, error: { code: 'time-malformed' } });
  });
});
