import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binOf, endChildrenOnSignals, ROOT, runNode } from './run/child.mjs';
import { runSteps } from './run/steps.mjs';
import { addTallies, sayTally } from './run/tally.mjs';
import { runVitest } from './run/vitest.mjs';

// The compilers are short-lived Go programs: collecting their garbage costs them more than keeping it.
const HASTY = { ...process.env, GOGC: '400' };
const LINTED = ['src-main', 'src-preload', 'src-renderer', 'src-shared', 'e2e'];

function staticSteps() {
  const types = (name) => ({
    name: `types: ${name}`,
    // One checker: more of them check shared types again each, and the other cores are busy with other steps.
    run: () =>
      runNode(
        binOf('typescript', 'tsc'),
        ['-p', `tsconfig.${name}.json`, '--pretty', 'false', '--checkers', '1'],
        { env: HASTY },
      ),
  });
  return [
    { name: 'format and lint', run: () => runNode(binOf('@biomejs/biome'), ['ci', '--colors=off', '.']) },
    { name: 'walls', run: () => runNode(join(ROOT, 'tools/walls/run.mjs'), []) },
    { name: 'tokens', run: () => runNode(join(ROOT, 'tools/tokens/run.mjs'), []) },
    { name: 'the scan program is current', run: () => runNode(join(ROOT, 'tools/wasm.mjs'), ['--check']) },
    types('node'),
    types('web'),
    types('pure'),
    types('preload'),
    types('e2e'),
    {
      name: 'promises and other typed lint',
      run: () => runNode(binOf('oxlint'), ['--type-aware', '--format=unix', ...LINTED], { env: HASTY }),
    },
  ];
}

/** Format, lint, walls, types and unit tests: everything that needs no built app. */
export async function check({ args = [] } = {}) {
  // Counting what the tests reach costs a third of their time: in CI, and for whoever asks with `--coverage`.
  const counted = process.env.CI && !args.includes('--coverage') ? ['--coverage', ...args] : args;
  const unit = {
    name: 'unit tests',
    run: () => runVitest(['node', 'dom'], { args: counted }),
  };
  // Beside the tests, one after the other: tests wait for files, processes and clocks, and leave that time to the rest.
  return addTallies(await runSteps([unit, ...staticSteps()], { atOnce: 2 }));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endChildrenOnSignals();
  const started = performance.now();
  const tally = await check({ args: process.argv.slice(2) });
  console.log(`check took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  sayTally(tally);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
