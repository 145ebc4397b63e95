import type { Verdict } from '@domain/doctor';
import { expect, it } from 'vitest';
import { consequence, isCommand, summary } from './verdict.logic';

const check = (id: 'git' | 'bd' | 'node', verdict: Verdict) => ({
  id,
  name: id,
  verdict,
  found: '',
  fix: null,
});
const report = (...verdicts: Verdict[]) => ({
  checked_at: '2026-11-16T10:00:00Z',
  checks: verdicts.map((verdict) => check('git', verdict)),
});

it.each([
  [['ok', 'ok'], 'Everything Beads Console needs is here.'],
  [['ok', 'missing'], 'Beads Console works. One thing could be better.'],
  [['warning', 'missing'], 'Beads Console works. 2 things could be better.'],
  [['failed', 'missing'], 'One thing must be mended before Beads Console works.'],
] as const)('%j: %s', (verdicts, words) => {
  expect(summary(report(...verdicts))).toBe(words);
});

it.each([
  ['npm install -g @beads/bd', true],
  ['chmod 700 /home/ada/.local', true],
  ['Install git with the package manager of this system.', false],
  ['npx install-electron (or use the browser: beads-console serve)', false],
])('%s is a command: %s', (fix, isOne) => {
  expect(isCommand(fix)).toBe(isOne);
});

it('says what works without a missing program, and nothing about one that is there', () => {
  expect(consequence(check('bd', 'missing'))).toContain('can then only be read');
  expect(consequence(check('bd', 'ok'))).toBeNull();
  expect(consequence(check('node', 'failed'))).toBeNull();
});
