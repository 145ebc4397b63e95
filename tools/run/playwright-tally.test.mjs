import { expect, it } from 'vitest';
import { failuresIn, readPlaywright } from './playwright-tally.mjs';

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

it('tells of each failed journey what its last try died of, without colours', () => {
  const result = (message) => ({ errors: [{ message }] });
  const failed = {
    status: 'unexpected',
    projectName: 'web',
    results: [result('first'), result('\u001b[31mlast\u001b[39m\nmore')],
  };
  const report = {
    suites: [{ title: 'open.spec.ts', specs: [spec('a', 'expected'), { title: 'b', tests: [failed] }] }],
  };
  expect(failuresIn(report)).toBe('open.spec.ts > b [web]\n    last\n    more');
});
