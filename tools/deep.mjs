import { pathToFileURL } from 'node:url';
import { endChildrenOnSignals } from './run/child.mjs';
import { runSteps } from './run/steps.mjs';
import { addTallies, sayTally } from './run/tally.mjs';
import { runVitest } from './run/vitest.mjs';

/** The long proofs: they kill, race and fill, one file after the other. */
export async function deep({ args = [] } = {}) {
  const step = { name: 'long proofs', run: () => runVitest(['deep'], { args }) };
  return addTallies(await runSteps([step], { atOnce: 1 }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endChildrenOnSignals();
  const tally = await deep({ args: process.argv.slice(2) });
  sayTally(tally);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
