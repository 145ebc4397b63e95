import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../testing/temp-dir';
import { listFiles } from './list-files';

const env = { PATH: process.env['PATH'], HOME: '/nowhere' };

it('lists what git knows and what is new, not what is ignored, and runs nothing of the project', async () => {
  const folder = tempDir('list-files');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  mkdirSync(join(folder, 'src'));
  for (const name of ['src/kept.ts', 'new ü file.md', 'secret.log']) writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, '.gitignore'), '*.log\n');
  git('add', 'src/kept.ts');
  writeFileSync(join(folder, 'trap'), `#!/bin/sh\ntouch '${join(folder, 'sprung')}'\n`);
  chmodSync(join(folder, 'trap'), 0o755);
  git('config', 'core.fsmonitor', join(folder, 'trap'));
  const { paths, isComplete } = await listFiles(folder, env);
  expect([...paths].sort()).toEqual(['.gitignore', 'new ü file.md', 'src/kept.ts', 'trap']);
  expect(isComplete).toBe(true);
  expect(existsSync(join(folder, 'sprung'))).toBe(false);
});

it('a folder without git, and one that is not there, have none', async () => {
  const folder = tempDir('list-files');
  expect(await listFiles(folder, env)).toEqual({ paths: [], isComplete: false });
  expect(await listFiles(join(folder, 'gone'), env)).toEqual({ paths: [], isComplete: false });
});
