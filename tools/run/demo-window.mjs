import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { ownClaude } from '../../bin/own-path.mjs';
import { ROOT } from './child.mjs';
import { findChromium } from './programs.mjs';

/** The demo, served by what was built, in a browser: `act(openPage)` draws its pictures, then everything is gone. */
export async function withDemo(
  act,
  { pace = '0.2', isPlain = false, project = null, isRead = false, env: more = {} } = {},
) {
  const found = await findChromium(console.error);
  if (!found.path) throw new Error(found.problem);
  const home = mkdtempSync(join(tmpdir(), 'beads-console-pictures-'));
  const env = {
    BEADS_CONSOLE_DEMO_CLAUDE: ownClaude(ROOT),
    ...process.env,
    BEADS_CONSOLE_DEMO_PACE: pace,
    BEADS_CONSOLE_HOME: join(home, 'data'),
    ...more,
  };
  const cli = join(ROOT, 'out', 'main', 'cli.js');
  const what = isPlain ? (project === null ? [] : [project]) : ['--demo'];
  if (isRead) execFileSync(process.execPath, [cli, 'backfill', '--json'], { env, stdio: 'ignore' });
  const args = [cli, 'serve', ...what, '--json', '--no-open'];
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(server, 'exit');
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
    try {
      const openPage = async (options) => {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
        await page.goto(JSON.parse(line).login_url);
        return page;
      };
      return await act(openPage);
    } finally {
      await browser.close();
    }
  } finally {
    server.kill('SIGTERM');
    await gone;
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Starts Claude on the demo's bead by the claim dialog. */
export async function startWork(page) {
  await openClaim(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

export async function openClaim(page) {
  await page.locator('[data-bead="tide-3qa"]').hover();
  await page.getByRole('button', { name: 'Start work on tide-3qa' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Branch name' }).waitFor();
}

/** A picture without a pointer over anything, unless it is wanted there, once nothing is being fetched. */
export async function draw(page, path, { isPointerAway = true } = {}) {
  if (isPointerAway) await page.mouse.move(2, 2);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: 'disabled' });
  process.stdout.write(`drew ${path}\n`);
}
