import { emptyTally } from './tally.mjs';

/** The counts of Playwright's JSON report; null when there is none. */
export function readPlaywright(report) {
  if (!report?.suites) return null;
  const tally = emptyTally();
  for (const error of report.errors ?? []) {
    tally.failed += 1;
    tally.problems.push(`journeys: ${String(error.message).split('\n')[0]}`);
  }
  for (const suite of report.suites) countSuite(suite, [], tally);
  return tally;
}

function countSuite(suite, above, tally) {
  const names = [...above, suite.title];
  for (const inner of suite.suites ?? []) countSuite(inner, names, tally);
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) {
      const name = `${[...names, spec.title].join(' > ')} [${test.projectName}]`;
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
}
