import { expect, it } from 'vitest';
import { readPlaywright } from './playwright-tally.mjs';

const spec = (title, status, projectName = 'web') => ({ title, tests: [{ status, projectName }] });

it('counts what passed, failed, was skipped and needed a second look', () => {
  const report = {
    errors: [],
    suites: [
      {
        title: 'open.spec.ts',
        specs: [spec('a', 'expected'), spec('b', 'unexpected')],
        suites: [{ title: 'inner', specs: [spec('c', 'flaky', 'electron'), spec('d', 'skipped')] }],
      },
    ],
  };
  expect(readPlaywright(report)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    again: ['open.spec.ts > inner > c [electron]'],
    problems: ['open.spec.ts > b [web]'],
  });
});

it('counts an error outside every journey as a failure', () => {
  const report = { errors: [{ message: 'no tests found\nmore' }], suites: [] };
  expect(readPlaywright(report)).toMatchObject({ failed: 1, problems: ['journeys: no tests found'] });
});

it('says when there is no report', () => {
  expect(readPlaywright(null)).toBeNull();
});
