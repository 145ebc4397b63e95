import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binOf, ROOT, runNode } from './child.mjs';

const REPORTER = join(ROOT, 'tools/run/vitest-reporter.mjs');

/** Runs vitest projects and gives `{ code, output, seconds, tally }`; `tally` is absent when vitest broke early. */
export async function runVitest(projects, { args = [], echo = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'beads-console-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const result = await runNode(
      binOf('vitest'),
      [
        'run',
        '--passWithNoTests',
        '--reporter=dot',
        `--reporter=${REPORTER}`,
        ...projects.map((name) => `--project=${name}`),
        ...args,
      ],
      { env: { ...process.env, TALLY_FILE: file }, echo },
    );
    return { ...result, tally: readTally(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
