// Draws docs/pictures/window.png, the picture in the README: the built app on a made-up project, as a browser shows it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { pictureBeads } from './picture-beads.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'out', 'main', 'cli.js');
const work = mkdtempSync(join(tmpdir(), 'beads-console-picture-'));
const project = join(work, 'tidewater');
const env = { ...process.env, HOME: work, BEADS_CONSOLE_HOME: join(work, 'data') };
const theme = process.argv.includes('--dark') ? 'dark' : 'light';
const target = join(root, 'docs', 'pictures', theme === 'dark' ? 'window-dark.png' : 'window.png');

const run = (...args) => execFileSync(process.execPath, [cli, ...args, '--project', project], { env });

function ready(server) {
  return new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    server.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
}

mkdirSync(join(project, '.beads'), { recursive: true });
execFileSync('git', ['init', '-q', '-b', 'main', project]);
writeFileSync(join(project, '.beads', 'issues.jsonl'), pictureBeads(Date.now()));
run('sessions', 'new', '--title', 'Compare tide libraries', '--tag', 'research');
run('sessions', 'new', '--title', 'Batch the station sync', '--bead', 'tide-5yd');
run('sessions', 'new', '--title', 'Tide heights drift after DST', '--bead', 'tide-3qa', '--tag', 'core');
const server = spawn(process.execPath, [cli, 'serve', project, '--json', '--no-open'], { env });
try {
  const { login_url } = await ready(server);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
  await page.goto(login_url);
  await page.locator('[data-bead="tide-3qa"]').click();
  await page
    .getByRole('complementary')
    .getByRole('heading', { name: 'Tide heights drift after DST' })
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: target });
  await browser.close();
  process.stdout.write(`drew ${target}\n`);
} finally {
  server.kill('SIGTERM');
  rmSync(work, { recursive: true, force: true, maxRetries: 10 });
}
