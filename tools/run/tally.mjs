/** What a runner counted. `again` names tests that passed only on a second look, `problems` what went wrong. */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0, again: [], problems: [] };
}

export function addTallies(tallies) {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      again: [...sum.again, ...one.again],
      problems: [...sum.problems, ...one.problems],
    }),
    emptyTally(),
  );
}

/** A step that is no test runner, or a runner that broke before it could count, is one failure with a name. */
export function failedStep(name) {
  return { ...emptyTally(), failed: 1, problems: [name] };
}

/** Always of this one shape: machines read it. What was left out stands on a line of its own before it. */
export function lastLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/** The end of a run: what needs a look, then the one line machines read. */
export function sayTally(tally, say = console.log) {
  if (tally.again.length > 0) {
    say(`\nPassed only on a second look, mend them (${tally.again.length}):`);
    for (const name of tally.again) say(`  ${name}`);
  }
  if (tally.problems.length > 0) {
    say(`\nFailed (${tally.problems.length}):`);
    for (const name of tally.problems) say(`  ${name}`);
  }
  if (tally.skipped > 0) say(`${tally.skipped} skipped`);
  say(lastLine(tally));
}
