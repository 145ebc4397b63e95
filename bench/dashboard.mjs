/*
 * Bars of the dashboard with 10,000 sessions, three quarters of them with a bead and an agent, in Chromium:
 *   open     from the arrival of the figures to the charts on the screen <= 200 ms
 *   period   from the choice of another period to its figures on the screen <= 100 ms
 *   project  from the choice of all projects, or of what belongs to none, to its figures on the screen <= 100 ms
 * Medians, as of every bar; the slow ones are told beside them.
 * The page is loaded anew for every round and asked for each choice once, so none of them is an answer it already has.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTranscripts } from '../tools/run/made-up-history.mjs';
import { writeRecords } from './in-browser/own-records.mjs';
import { cli, launchChromium, median, serve } from './in-browser/served-app.mjs';

const SESSIONS = 10_000;
const OPEN_MS = 200;
const FILTER_MS = 100;
const ROUNDS = 12;
const home = mkdtempSync(join(realpathSync(tmpdir()), 'bench-dashboard-'));
const project = join(home, 'tidewater');
mkdirSync(join(project, '.beads'), { recursive: true });
const isElsewhere = (n) => n % 4 === 3;
const claude = writeTranscripts({
  sessions: SESSIONS,
  days: 120,
  cwdOf: (n) => (isElsewhere(n) ? join(home, 'elsewhere') : project),
});
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

/** From the click on what the page finds to another total: it differs with every period and every project. */
const choose = (page, role, label) =>
  page.evaluate(
    ([role, label]) =>
      new Promise((resolve) => {
        const total = () => document.querySelector('section[aria-label="Totals"]')?.textContent ?? '';
        const before = total();
        const choice = [...document.querySelectorAll(`[role=${role}]`)].find(
          ({ textContent }) => textContent === label,
        );
        window.figuresCameAt = undefined;
        const begun = performance.now();
        choice.click();
        const look = () => {
          if (total() !== before)
            requestAnimationFrame(() =>
              resolve({ ms: performance.now() - begun, answerMs: window.figuresCameAt - begun }),
            );
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [role, label],
  );

const p95 = (values) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];

/** The dashboard of a page that has asked for nothing else yet. */
async function openAnew(page) {
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
  return drawnAfter(page, 'figuresCameAt');
}

let server = null;
let browser = null;
try {
  mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
  // Copies of 10,000 transcripts that were read this minute would be made beside it.
  writeFileSync(
    join(home, 'data', 'settings.json'),
    JSON.stringify({ version: 1, tour: { is_done: true }, history: { archive: 'off', index_tools: false } }),
  );
  await writeRecords(
    project,
    claude.ids.filter((_, n) => !isElsewhere(n)),
  );
  execFileSync(process.execPath, [cli, 'backfill', '--json'], { env, stdio: 'ignore' });
  browser = await launchChromium();
  server = await serve(env, project);
  const opens = [];
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watchFigures(page);
  await page.goto(server.loginUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const [periods, projects] = [[], []];
  for (let n = 0; n < ROUNDS; n += 1) {
    opens.push(await openAnew(page));
    for (const label of ['7 days', '90 days', 'All']) periods.push(await choose(page, 'radio', label));
    // Asked before in this page: the next round begins where this one began.
    await choose(page, 'radio', '30 days');
    projects.push(await choose(page, 'radio', 'All projects'));
    await page.locator('[data-action="dashboard.other-project"]').click();
    await page.getByRole('menuitem').first().waitFor();
    projects.push(await choose(page, 'menuitem', 'No project'));
    await choose(page, 'radio', 'This project');
  }
  const told = (samples) => {
    const [all, answers] = [samples.map(({ ms }) => ms), samples.map(({ answerMs }) => answerMs)];
    const figures = { p95_ms: p95(all), median_ms: median(all), worst_ms: Math.max(...all) };
    return Object.entries({ ...figures, answer_median_ms: median(answers) }).map(([key, value]) => [
      key,
      Math.round(value),
    ]);
  };
  const [period, place] = [periods, projects].map((samples) => Object.fromEntries(told(samples)));
  const open = Math.round(median(opens));
  const pass = open <= OPEN_MS && period.median_ms <= FILTER_MS && place.median_ms <= FILTER_MS;
  console.log(
    JSON.stringify({
      bench: 'dashboard',
      pass,
      sessions: SESSIONS,
      open_ms: open,
      open_ms_limit: OPEN_MS,
      filter_ms_limit: FILTER_MS,
      period,
      project: place,
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  claude.remove();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
