import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, type ElectronApplication } from '@playwright/test';
import type { Workspace } from './workspace';

const ROOT = join(import.meta.dirname, '..');
// Root has no use for the sandbox's helper, and without a GPU process pictures can be taken on a bare machine.
const FLAGS = ['--no-sandbox', '--disable-gpu'];

function program(): string {
  const path = process.env['E2E_ELECTRON'];
  if (!path) throw new Error('No Electron was named. Run: npm run e2e');
  return path;
}

export function launchElectron(
  workspace: Workspace,
  args: readonly string[] = [],
): Promise<ElectronApplication> {
  // Found by Playwright itself through ELECTRON_OVERRIDE_DIST_PATH, not named as `executablePath`: only then does it hold
  // the app back until it is attached. Otherwise the two race, and now and then a launch never returns.
  return _electron.launch({
    args: [...FLAGS, ROOT, ...args],
    cwd: workspace.root,
    env: workspace.env,
    timeout: 120_000,
  });
}

/** A second start beside the first: how it ended and what it said. */
export async function startAgain(
  workspace: Workspace,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program(), [...FLAGS, ROOT, ...args], {
    cwd: workspace.root,
    env: workspace.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
