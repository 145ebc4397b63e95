// Draws docs/pictures/window.png, the picture in the README: the demo as a browser shows it, while Claude asks for an edit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { ownClaude } from '../bin/own-path.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'out', 'main', 'cli.js');
const theme = process.argv.includes('--dark') ? 'dark' : 'light';
const target = join(root, 'docs', 'pictures', theme === 'dark' ? 'window-dark.png' : 'window.png');
const env = { BEADS_CONSOLE_DEMO_CLAUDE: ownClaude(root), ...process.env, BEADS_CONSOLE_DEMO_PACE: '0.2' };

const server = spawn(process.execPath, [cli, 'serve', '--demo', '--json', '--no-open'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const gone = once(server, 'exit');
try {
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: theme });
  await page.goto(JSON.parse(line).login_url);
  await page.locator('[data-bead="tide-3qa"]').hover();
  await page.getByRole('button', { name: 'Start work on tide-3qa' }).click();
  await page.getByRole('button', { name: 'Start Claude' }).click();
  await page.getByRole('button', { name: 'Allow once' }).waitFor({ timeout: 120_000 });
  await page.getByRole('textbox', { name: 'Prompt' }).focus();
  await page.mouse.move(720, 700);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: target });
  await browser.close();
  process.stdout.write(`drew ${target}\n`);
} finally {
  server.kill('SIGTERM');
  await gone;
}
