import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for the running test, removed with it. */
export function tempDir(label = 'test', onEnd: (run: () => void) => void = onTestFinished): string {
  const path = mkdtempSync(join(realpathSync(tmpdir()), `beads-console-${label}-`));
  onEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
