import { failedStep } from './tally.mjs';

/**
 * Runs every step, at most `atOnce` beside each other, and says one line for each as it ends. A failing step does not
 * stop the others: a person wants the whole list. A step is `{ name, run }`, `run` giving
 * `{ code, output, seconds, tally? }`; what it said is shown only when it failed.
 */
export async function runSteps(steps, { atOnce, say = console.log }) {
  const waiting = [...steps];
  const tallies = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await step.run();
      const isGood = result.code === 0;
      say(
        `${isGood ? '  ok  ' : 'FAILED'}  ${result.seconds.toFixed(1).padStart(6)} s  ${step.name}${note(result)}`,
      );
      if (!isGood) say(result.output.trimEnd());
      tallies.push(tallyOf(step, result));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, steps.length) }, work));
  return tallies;
}

function tallyOf(step, result) {
  if (result.code !== 0 && (result.tally?.failed ?? 0) === 0) {
    const broken = failedStep(step.name);
    return result.tally ? { ...result.tally, failed: 1, problems: broken.problems } : broken;
  }
  return result.tally ?? { passed: 0, failed: 0, skipped: 0, again: [], problems: [] };
}

function note({ tally }) {
  if (!tally) return '';
  const rest = [
    ...(tally.failed > 0 ? [`${tally.failed} failed`] : []),
    ...(tally.skipped > 0 ? [`${tally.skipped} skipped`] : []),
  ];
  return `: ${[`${tally.passed} passed`, ...rest].join(', ')}`;
}
