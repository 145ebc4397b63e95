import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeWorkspace, type Workspace } from './workspace';

const ROOT = join(import.meta.dirname, '..');
const DIST = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';

/** `npm start` as a program: what it says, what it opens, how it ends. */
function start(workspace: Workspace, env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(ROOT, 'tools', 'start.mjs'), ...args], {
    cwd: ROOT,
    // Where a browser would be opened, a program that does nothing is.
    env: { ...workspace.env, BROWSER: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const ended = once(child, 'close');
  const file = join(workspace.data, 'instance.json');
  return {
    said: () => said,
    /** Which shell runs, once one does. */
    async shell(): Promise<string> {
      await expect.poll(() => existsSync(file) || child.exitCode !== null, { timeout: 120_000 }).toBe(true);
      return (JSON.parse(await readFile(file, 'utf8')) as { shell: string }).shell;
    },
    async stop(): Promise<unknown> {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}

test('npm start opens the Electron it is given, says so, and ends with everything it started', async () => {
  // Elsewhere Chromium needs its sandbox, which not every machine allows; then the browser is used, and that is said too.
  test.skip(process.getuid?.() !== 0, 'without root it depends on the machine whether the sandbox works');
  const workspace = await makeWorkspace();
  const app = start(workspace, { ELECTRON_OVERRIDE_DIST_PATH: DIST }, [workspace.project]);
  expect(await app.shell()).toBe('electron');
  expect(app.said()).toContain('Opening the desktop window: Electron, from ELECTRON_OVERRIDE_DIST_PATH');
  expect(await app.stop()).toBe(0);
  expect(existsSync(join(workspace.data, 'instance.json'))).toBe(false);
  await workspace.remove();
});

test('npm start serves when Electron ends before its window is there, and says why', async () => {
  const workspace = await makeWorkspace();
  const broken = join(workspace.root, 'broken-electron');
  await mkdir(broken);
  await writeFile(join(broken, 'electron'), '#!/bin/sh\necho "no sandbox here" >&2\nexit 133\n');
  await chmod(join(broken, 'electron'), 0o755);
  const app = start(workspace, { ELECTRON_OVERRIDE_DIST_PATH: broken });
  expect(await app.shell()).toBe('serve');
  expect(app.said()).toContain('it ended before its window was there (code 133: no sandbox here)');
  expect(await app.stop()).toBe(0);
  await workspace.remove();
});

test('npm start serves where there is no display, and says why', async () => {
  const workspace = await makeWorkspace();
  const app = start(workspace, { ELECTRON_OVERRIDE_DIST_PATH: DIST, DISPLAY: '' });
  expect(await app.shell()).toBe('serve');
  expect(app.said()).toContain('there is no display here');
  await expect.poll(app.said).toContain('http://127.0.0.1:');
  expect(await app.stop()).toBe(0);
  await workspace.remove();
});
