import { stripVTControlCharacters } from 'node:util';
import { emptyTally } from './tally.mjs';

/** The counts of Playwright's JSON report; null when there is none. */
export function readPlaywright(report) {
  if (!report?.suites) return null;
  const tally = emptyTally();
  for (const error of report.errors ?? []) {
    tally.failed += 1;
    tally.problems.push(`journeys: ${String(error.message).split('\n')[0]}`);
  }
  for (const one of testsIn(report.suites, [])) count(one, tally);
  return tally;
}

/** What a person needs of a failed run: each journey that failed, and what its last try died of. */
export function failuresIn(report) {
  return testsIn(report.suites, [])
    .filter(({ test }) => test.status === 'unexpected')
    .map(({ name, test }) => `${name}\n${lastErrors(test)}`)
    .join('\n\n');
}

function lastErrors({ results = [] }) {
  const errors = results.at(-1)?.errors ?? [];
  return errors.map(({ message }) => indented(stripVTControlCharacters(String(message)))).join('\n');
}

const MOST_LINES = 40;
const indented = (text) =>
  text
    .split('\n')
    .slice(0, MOST_LINES)
    .map((line) => `    ${line}`)
    .join('\n');

function testsIn(suites, above) {
  return suites.flatMap((suite) => {
    const names = [...above, suite.title];
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        name: `${[...names, spec.title].join(' > ')} [${test.projectName}]`,
        test,
      })),
    );
    return [...testsIn(suite.suites ?? [], names), ...own];
  });
}

function count({ name, test }, tally) {
  if (test.status === 'expected') tally.passed += 1;
  else if (test.status === 'skipped') tally.skipped += 1;
  else if (test.status === 'flaky') {
    tally.passed += 1;
    tally.again.push(name);
  } else {
    tally.failed += 1;
    tally.problems.push(name);
  }
}
