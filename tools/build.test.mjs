import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { missingPackages, ROOT } from './build.mjs';

it('a folder that was only cloned is told what comes first', () => {
  const cloned = mkdtempSync(join(tmpdir(), 'bc-cloned-'));
  try {
    expect(missingPackages(cloned)).toContain('npm ci');
    expect(missingPackages(ROOT)).toBeNull();
  } finally {
    rmSync(cloned, { recursive: true });
  }
});
