import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { endChildrenOnSignals, ROOT, runNode } from './run/child.mjs';

/*
 * One bar per file in bench/, one after the other: beside each other they would measure each other. A bar prints one
 * line of JSON and ends with a code other than 0 when it misses its figure. Names as arguments choose some of them.
 */
endChildrenOnSignals();
const wanted = process.argv.slice(2);
const bars = readdirSync(join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.mjs'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort();
const built = await build();
if (!built.ok) {
  console.error(built.problem);
  process.exit(1);
}
const missed = [];
for (const bar of bars) {
  const { code, output } = await runNode(join(ROOT, 'bench', bar), []);
  console.log(output.trimEnd());
  if (code !== 0) missed.push(bar);
}
console.log(
  `${bars.length - missed.length} bars held, ${missed.length} missed${missed.length ? `: ${missed.join(', ')}` : ''}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
