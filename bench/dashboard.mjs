/*
 * Bars of the dashboard with 10,000 sessions, in Chromium:
 *   open    from the arrival of the figures to the charts on the screen <= 200 ms
 *   filter  from the choice of another period or place to its figures on the screen <= 100 ms (median)
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTranscripts } from '../tools/run/made-up-history.mjs';
import { cli, launchChromium, median, serve } from './in-browser/served-app.mjs';

const SESSIONS = 10_000;
const OPEN_MS = 200;
const FILTER_MS = 100;
const ROUNDS = 7;
const home = mkdtempSync(join(realpathSync(tmpdir()), 'bench-dashboard-'));
const project = join(home, 'tidewater');
mkdirSync(join(project, '.beads'), { recursive: true });
const claude = writeTranscripts({ sessions: SESSIONS, days: 80, cwd: project });
const env = {
  PATH: process.env.PATH,
  HOME: home,
  BEADS_CONSOLE_HOME: join(home, 'data'),
  CLAUDE_CONFIG_DIR: claude.folder,
};

/** Told by the page itself: from the frame that brings the figures, or from the click, to the drawn number. */
function watchFigures(page) {
  return page.addInitScript(() => {
    const own = window.WebSocket;
    window.WebSocket = class extends own {
      constructor(...args) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (typeof data === 'string' && data.includes('"prices_as_of"'))
            window.figuresCameAt = performance.now();
        });
      }
    };
  });
}

const drawnAfter = (page, from) =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const look = () => {
          const chart = document.querySelector('section[aria-label="Cost by day"]');
          if (chart !== null && window.figuresCameAt !== undefined)
            requestAnimationFrame(() => resolve(performance.now() - window[name]));
          else requestAnimationFrame(look);
        };
        look();
      }),
    from,
  );

/** The total of sessions is another one for every period. */
const choose = (page, label) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const total = () => document.querySelector('section[aria-label="Totals"]')?.textContent ?? '';
        const before = total();
        const radio = [...document.querySelectorAll('[role=radio]')].find(
          (one) => one.textContent === wanted,
        );
        const begun = performance.now();
        radio.click();
        const look = () => {
          if (total() !== before) requestAnimationFrame(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    label,
  );

let server = null;
let browser = null;
try {
  mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'data', 'settings.json'), JSON.stringify({ version: 1, tour: { is_done: true } }));
  execFileSync(process.execPath, [cli, 'backfill', '--json'], { env, stdio: 'ignore' });
  browser = await launchChromium();
  server = await serve(env, project);
  const opens = [];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watchFigures(page);
  await page.goto(server.loginUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (let n = 0; n < ROUNDS; n += 1) {
    await page.evaluate(() => {
      window.location.hash = '#/settings';
    });
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.evaluate(() => {
      window.figuresCameAt = undefined;
      window.location.hash = '#/dashboard';
    });
    opens.push(await drawnAfter(page, 'figuresCameAt'));
  }
  const filters = [];
  for (let n = 0; n < ROUNDS; n += 1)
    for (const label of ['7 days', '90 days', '30 days']) filters.push(await choose(page, label));
  const [open, filter] = [median(opens), median(filters)].map(Math.round);
  const pass = open <= OPEN_MS && filter <= FILTER_MS;
  console.log(
    JSON.stringify({
      bench: 'dashboard',
      pass,
      sessions: SESSIONS,
      open_ms: open,
      open_ms_limit: OPEN_MS,
      filter_ms: filter,
      filter_ms_limit: FILTER_MS,
      slowest_filter_ms: Math.round(Math.max(...filters)),
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  claude.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
