import { describe, expect, it } from 'vitest';
import { runSteps } from './steps.mjs';
import { addTallies, emptyTally, failedStep, lastLine, sayTally } from './tally.mjs';

const counted = (passed, failed = 0, skipped = 0) => ({ ...emptyTally(), passed, failed, skipped });

describe('the last line', () => {
  it.each([
    [[], '0 passed, 0 failed'],
    [[counted(3), counted(4)], '7 passed, 0 failed'],
    [[counted(3, 1), counted(4, 0, 2)], '7 passed, 1 failed'],
    [[counted(3), failedStep('types: node')], '3 passed, 1 failed'],
  ])('sums %j', (tallies, line) => {
    expect(lastLine(addTallies(tallies))).toBe(line);
  });

  it('comes after what needs a look', () => {
    const said = [];
    const tally = { ...counted(2, 1, 3), again: ['a > b'], problems: ['c > d'] };
    sayTally(tally, (line) => said.push(line));
    expect(said.slice(1)).toEqual(['  a > b', '\nFailed (1):', '  c > d', '3 skipped', '2 passed, 1 failed']);
  });
});

describe('steps', () => {
  const step = (name, code, tally) => ({
    name,
    run: async () => ({ code, output: `${name} said this\n`, seconds: 0.04, ...(tally ? { tally } : {}) }),
  });

  it('run on after a failure, show what failed and hide what went well', async () => {
    const said = [];
    const tallies = await runSteps([step('one', 0), step('two', 2), step('three', 0, counted(5, 0, 1))], {
      atOnce: 2,
      say: (line) => said.push(line),
    });
    expect(addTallies(tallies)).toEqual({ ...counted(5, 1, 1), problems: ['two'] });
    expect([...said].sort()).toEqual(
      [
        '  ok       0.0 s  one',
        'FAILED     0.0 s  two',
        'two said this',
        '  ok       0.0 s  three: 5 passed, 1 skipped',
      ].sort(),
    );
  });

  it('count a runner that failed without a failing test as one failure', async () => {
    const tallies = await runSteps([step('unit', 1, counted(5))], { atOnce: 1, say: () => {} });
    expect(addTallies(tallies)).toEqual({ ...counted(5, 1), problems: ['unit'] });
  });
});
