import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMoment } from './parse-moment';

const NOW = Date.UTC(2026, 2, 10, 12, 0, 0);
const local = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(...parts).toISOString();

describe('parse moment', () => {
  it.each([
    ['30s', '2026-03-10T11:59:30.000Z'],
    ['90m', '2026-03-10T10:30:00.000Z'],
    ['1h', '2026-03-10T11:00:00.000Z'],
    ['24h', '2026-03-09T12:00:00.000Z'],
    ['7d', '2026-03-03T12:00:00.000Z'],
    ['2w', '2026-02-24T12:00:00.000Z'],
    ['999999w', '1970-01-01T00:00:00.000Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02T03:04-0530', '2026-01-02T08:34:00.000Z'],
    ['2026-01-02', local(2026, 0, 2)],
    [' 2024-02-29 13:14 ', local(2024, 1, 29, 13, 14)],
  ])('%s', (text, moment) => {
    expect(parseMoment(text, NOW)).toEqual({ ok: true, value: moment });
  });

  it.each([
    '',
    'yesterday',
    '1',
    'h',
    '-1h',
    '1.5h',
    '1y',
    '9999999d',
    '0050-01-01',
    '9999-12-31T23:59:00-05:00',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-02T24:00',
    '2026-1-2',
    '01/02/2026',
  ])('%j is no moment', (text) => {
    expect(parseMoment(text, NOW)).toEqual({ ok: false, error: { code: 'invalid-moment', text } });
  });

  it('takes back every moment it gives, whatever else is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{1,6}[smhdw]$/)), (text) => {
        const first = parseMoment(text, NOW);
        if (first.ok) expect(parseMoment(first.value, NOW)).toEqual(first);
      }),
    );
  });
});
