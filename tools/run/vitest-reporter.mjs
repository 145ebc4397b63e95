import { writeFileSync } from 'node:fs';

/** Counts the way the summary wants it, and names the tests that passed only after a retry; vitest's JSON has neither. */
export class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tally = { passed: 0, failed: 0, skipped: 0, again: [], problems: [] };
    for (const module of modules) count(module, tally);
    for (const error of unhandledErrors) fail(tally, `an error outside every test: ${error.message}`);
    writeFileSync(process.env['TALLY_FILE'], JSON.stringify(tally));
  }
}

// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default CountingReporter;

function count(module, tally) {
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0) fail(tally, `${module.relativeModuleId} > ${suite.fullName}`);
  if (module.errors().length > 0) fail(tally, module.relativeModuleId);
  for (const test of module.children.allTests()) {
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    const { state } = test.result();
    if (state === 'failed') fail(tally, name);
    else if (state === 'passed') tally.passed += 1;
    else tally.skipped += 1;
    if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) tally.again.push(name);
  }
}

function fail(tally, name) {
  tally.failed += 1;
  tally.problems.push(name);
}
