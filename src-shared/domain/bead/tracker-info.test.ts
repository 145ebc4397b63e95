import { describe, expect, it } from 'vitest';
import { compareVersions, rulesFor } from './tracker-info';

describe('versions', () => {
  it.each([
    ['1.0.5', '1.0.5', 0],
    ['v1.0.5', '1.0.5', 0],
    ['0.49.10', '0.49.9', 1],
    ['0.9.0', '0.49.0', -1],
    ['1.3.0-rc1', '1.3.0', 0],
    ['1.3', '1.3.0', 0],
    ['dev', '0.1.0', -1],
  ])('%s against %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });

  it.each([
    ['dolt-1x', '1.0.5', '1.x', false],
    ['jsonl', null, '1.x', false],
    ['sqlite-04x', '0.47.1', '0.4x', true],
    ['sqlite-04x', '0.49.4', '0.4x', false],
    ['sqlite-04x', null, '0.4x', false],
    ['br', '0.1.12', '0.4x', false],
  ] as const)('%s %s follows %s', (generation, version, family, inProgress) => {
    expect(rulesFor(generation, version)).toMatchObject({ family, in_progress_is_ready: inProgress });
  });
});
