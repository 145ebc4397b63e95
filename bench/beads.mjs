// Bar: reading 10,000 beads and finding the ready ones costs at most 3 times the raw JSON.parse of the same file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { generate, render } from '../src-shared/domain/bead/testdata/make-beads.mjs';

const COUNT = 10_000;
const ROUNDS = 15;
const LIMIT = 3;
const root = fileURLToPath(new URL('..', import.meta.url));
const entry = `
export { readBeadsFile } from '${root}src-shared/domain/bead/read-beads-file.ts';
export { readinessOf } from '${root}src-shared/domain/bead/readiness.ts';
export { RULES_1X } from '${root}src-shared/domain/bead/tracker-info.ts';
`;

async function bundled() {
  const out = await mkdtemp(join(tmpdir(), 'bench-beads-'));
  try {
    const build = await rolldown({
      input: 'entry.ts',
      cwd: root,
      platform: 'node',
      plugins: [
        {
          name: 'entry',
          resolveId: (id) => (id === 'entry.ts' ? `${root}bench/entry.ts` : null),
          load: (id) => (id === `${root}bench/entry.ts` ? entry : null),
        },
      ],
    });
    await build.write({ dir: out, format: 'esm', entryFileNames: 'entry.mjs' });
    await build.close();
    return await import(pathToFileURL(join(out, 'entry.mjs')).href);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const timed = (work) => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};

const { readBeadsFile, readinessOf, RULES_1X } = await bundled();
const options = {
  count: COUNT,
  seed: 'bench',
  prefix: 'demo',
  generation: 'dolt',
  now: '2026-06-01T12:00:00Z',
  edge: false,
  broken: false,
  crlf: false,
  finalNewline: true,
};
const { issues, notes } = generate(options);
const { text, expected } = render(options, issues, notes);
const now = Date.parse(options.now);
// Both sides keep what they read, as a board does: what is dropped at once costs the collector nothing.
let kept = [];
const raw = () => {
  kept = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};
let ready = [];
const ours = () => {
  kept = readBeadsFile(text).beads;
  ready = readinessOf(kept, RULES_1X, now).ready;
};

const rawMs = [];
const oursMs = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const a = timed(raw);
  const b = timed(ours);
  if (round < 0) continue;
  rawMs.push(a);
  oursMs.push(b);
}
const ratio = median(oursMs) / median(rawMs);
const right = kept.length === COUNT && JSON.stringify(ready) === JSON.stringify(expected.ready);
console.log(
  JSON.stringify({
    bench: 'beads',
    beads: COUNT,
    bytes: text.length,
    raw_ms: Number(median(rawMs).toFixed(1)),
    ours_ms: Number(median(oursMs).toFixed(1)),
    ratio: Number(ratio.toFixed(2)),
    limit: LIMIT,
    ready: ready.length,
    pass: right && ratio <= LIMIT,
  }),
);
process.exitCode = right && ratio <= LIMIT ? 0 : 1;
