import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binOf, endChildrenOnSignals, ROOT, runNode } from './run/child.mjs';
import { runSteps } from './run/steps.mjs';
import { addTallies, sayTally } from './run/tally.mjs';
import { runVitest } from './run/vitest.mjs';

const LINTED = ['src-main', 'src-preload', 'src-renderer', 'src-shared', 'e2e'];

function staticSteps() {
  const types = (name) => ({
    name: `types: ${name}`,
    run: () => runNode(binOf('typescript', 'tsc'), ['-p', `tsconfig.${name}.json`, '--pretty', 'false']),
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
      run: () => runNode(binOf('oxlint'), ['--type-aware', '--format=unix', ...LINTED]),
    },
  ];
}

/** Format, lint, walls, types and unit tests: everything that needs no built app. */
export async function check({ args = [] } = {}) {
  const still = await runSteps(staticSteps(), { atOnce: 2 });
  // Alone, after the rest: the tests fill the machine by themselves.
  // Counting what the tests reach costs a third of their time: in CI, and for whoever asks with `--coverage`.
  const counted = process.env.CI && !args.includes('--coverage') ? ['--coverage', ...args] : args;
  const unit = {
    name: 'unit tests',
    run: () => runVitest(['node', 'dom'], { args: counted }),
  };
  return addTallies([...still, ...(await runSteps([unit], { atOnce: 1 }))]);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endChildrenOnSignals();
  const started = performance.now();
  const tally = await check({ args: process.argv.slice(2) });
  console.log(`check took ${((performance.now() - started) / 1000).toFixed(0)} s`);
  sayTally(tally);
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
