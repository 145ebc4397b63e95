import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { createPathPrograms, findProgram } from './path-programs';

function program(folder: string, name: string, body: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

it('finds a program on PATH and asks its version', async () => {
  const folder = tempDir();
  const path = program(folder, 'bd', 'echo "bd version 1.3.0 (abc)"');
  expect(await createPathPrograms({ PATH: folder }).look('bd')).toEqual({
    found: true,
    path,
    version: '1.3.0',
  });
});

it('the one a person named wins, and a wrong name is not replaced by another', async () => {
  const folder = tempDir();
  program(folder, 'bd', 'echo 1.0.0');
  const named = program(join(folder, 'own'), 'my-bd', 'echo 2.0.0');
  const look = (override: string) =>
    createPathPrograms({ PATH: folder, BEADS_CONSOLE_BD: override }).look('bd');
  expect(await look(named)).toMatchObject({ path: named, version: '2.0.0' });
  expect(await look(join(folder, 'absent'))).toEqual({ found: false, reason: 'not-found' });
});

it('skips folders, files without permission and relative entries of PATH', async () => {
  const folder = tempDir();
  mkdirSync(join(folder, 'a', 'bd'), { recursive: true });
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b', 'bd'), '', { mode: 0o644 });
  expect(await findProgram('bd', { PATH: `${join(folder, 'a')}:${join(folder, 'b')}:.:bin` })).toBeNull();
});

it('a program that says nothing useful or fails did not answer', async () => {
  const folder = tempDir();
  program(folder, 'git', 'echo hello');
  program(folder, 'claude', 'exit 3');
  const programs = createPathPrograms({ PATH: folder });
  expect(await programs.look('git')).toEqual({ found: false, reason: 'no-answer' });
  expect(await programs.look('claude')).toEqual({ found: false, reason: 'no-answer' });
});
