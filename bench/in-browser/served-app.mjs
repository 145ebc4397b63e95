import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { findChromium } from '../../tools/run/programs.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cli = join(root, 'out', 'main', 'cli.js');
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The built app as a person serves it; `stop` ends it in good order. */
export async function serve(env, project, program = cli) {
  const args = [program, 'serve', '--json', '--no-open', ...(project ? [project] : [])];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = await new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('the server ended before it was ready')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = line.startsWith('{') ? JSON.parse(line) : {};
      if (said.event === 'ready') resolve(said);
    });
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once('close', resolve);
      child.kill('SIGTERM');
    });
  return { loginUrl: ready.login_url, pid: child.pid, stop };
}

/** Ends the bar with a sentence when Chromium, or the build, is not there. */
export async function chromiumPath() {
  if (!existsSync(cli)) {
    console.error('out/main/cli.js is not built. Run: npm run build');
    process.exit(1);
  }
  const found = await findChromium(console.error);
  if (!found.path) {
    console.error(found.problem);
    process.exit(1);
  }
  return found.path;
}

/** Chromium as every bar uses it. */
export async function launchChromium() {
  return chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
}
