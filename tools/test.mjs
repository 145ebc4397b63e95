import { build } from './build.mjs';
import { check } from './check.mjs';
import { deep } from './deep.mjs';
import { e2e } from './e2e.mjs';
import { endChildrenOnSignals } from './run/child.mjs';
import { runSteps } from './run/steps.mjs';
import { addTallies, sayTally } from './run/tally.mjs';

/** Everything there is to prove, in the order in which a mistake is cheapest to hear of. */
endChildrenOnSignals();
const started = performance.now();
const checked = await check();
const built = addTallies(await runSteps([{ name: 'build', run: buildOnce }], { atOnce: 1 }));
const proven = await deep();
const driven = built.failed === 0 ? await e2e({ args: [] }) : addTallies([]);
const tally = addTallies([checked, built, proven, driven]);
console.log(`took ${((performance.now() - started) / 60_000).toFixed(1)} min`);
sayTally(tally);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function buildOnce() {
  const began = performance.now();
  const result = await build({ say: () => {} });
  return {
    code: result.ok ? 0 : 1,
    output: result.problem ?? '',
    seconds: (performance.now() - began) / 1000,
  };
}
