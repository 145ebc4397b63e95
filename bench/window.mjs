/*
 * Bars of the window in Chromium, on the demo's board:
 *   load    cold load until a person can act <= 1.5 x an empty React page of the same bundle split.
 *           Ours: the page of a tab that has its token, with a board of 60 beads. Until the first frame in which a card is
 *           in the page: files fetched, compiled and run, socket opened, project, layout, settings and beads asked for and
 *           answered, frame and board drawn. Then Ctrl+K has to open the palette, or the bar fails.
 *           Empty: the same index.html, built from the same sources with the same first scripts and style sheets (all of
 *           them fetched, compiled and run), served by the same program; React draws one line instead of the window and
 *           nothing is asked (in-browser/empty-page.mjs). Until the first frame in which that line is in the page.
 *   shift   layout shifts of a walk through every view, a bead and a dialog: CLS < 0.02
 *   memory  JS heap after 200 switches between views <= 1.1 x the heap after the first 40, garbage collected both times
 * Loads are taken in turns, each in a fresh browser context without a cache; the ratio is the median of the rounds.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveEmptyPage } from './in-browser/empty-page.mjs';
import { launchChromium, median, serve } from './in-browser/served-app.mjs';

const ROUNDS = 9;
const SWITCHES = 200;
const WARM = 40;
const VIEWS = ['board', 'history', 'dashboard', 'settings'];
const round = (value, digits = 2) => Number(value.toFixed(digits));
const home = mkdtempSync(join(realpathSync(tmpdir()), 'bench-window-'));
const project = join(home, 'tidewater');
const env = { PATH: process.env.PATH, HOME: home, BEADS_CONSOLE_HOME: join(home, 'data') };

function makeProject() {
  mkdirSync(join(project, '.beads'), { recursive: true });
  const bead = (n) => ({
    id: `tide-${n}`,
    title: `Bead ${n} of the harbour`,
    status: n % 5 === 0 ? 'in_progress' : 'open',
    priority: n % 4,
    issue_type: 'task',
    created_at: '2026-11-01T10:00:00Z',
    updated_at: '2026-11-02T10:00:00Z',
  });
  const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify(bead(n)));
  writeFileSync(join(project, '.beads', 'issues.jsonl'), `${lines.join('\n')}\n`);
  mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'data', 'settings.json'), JSON.stringify({ version: 1, tour: { is_done: true } }));
}

async function timeLoad(browser, url, ready) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.waitForFunction(
      (selector) => (document.querySelector(selector) === null ? null : performance.now()),
      ready,
      { polling: 'raf' },
    );
    return { ms: await at.jsonValue(), storage: await page.evaluate(() => ({ ...sessionStorage })) };
  } finally {
    await context.close();
  }
}

/** A one-time link is spent by the first load; what it left in the tab opens the others. */
async function timeOwn(browser, url, storage) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, storage);
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const at = await page.waitForFunction(
      () => (document.querySelector('[data-bead]') === null ? null : performance.now()),
      null,
      { polling: 'raf' },
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    return await at.jsonValue();
  } finally {
    await context.close();
  }
}

const go = (page, view) =>
  page.evaluate((to) => {
    window.location.hash = `#/${to}`;
  }, view);
const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function heapOf(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools
    .send('Performance.enable')
    .then(() => devtools.send('Performance.getMetrics'));
  await devtools.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
}

async function walk(page) {
  for (const view of VIEWS) {
    await go(page, view);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  await go(page, 'board');
  await page.locator('[data-bead]').first().click();
  await page.getByRole('complementary').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await settled(page);
}

let server = null;
let empty = null;
let browser = null;
try {
  makeProject();
  browser = await launchChromium();
  server = await serve(env, project);
  const other = { ...env, BEADS_CONSOLE_HOME: join(home, 'empty-data') };
  empty = await serveEmptyPage(join(home, 'empty'), other);
  const first = await timeLoad(browser, server.loginUrl, '[data-bead]');
  const own = `${new URL(server.loginUrl).origin}/`;
  const loads = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const bare = (await timeLoad(browser, empty.url, 'h1')).ms;
    loads.push({ bare, ours: await timeOwn(browser, own, first.storage) });
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  }, first.storage);
  const page = await context.newPage();
  await page.goto(own);
  await page.locator('[data-bead]').first().waitFor();
  await walk(page);
  const shift = await page.evaluate(() => window.shifted);
  let warm = 0;
  for (let n = 0; n < SWITCHES; n += 1) {
    await go(page, VIEWS[n % VIEWS.length]);
    await settled(page);
    if (n === WARM - 1) warm = await heapOf(page);
  }
  const heap = await heapOf(page);
  const ratio = median(loads.map(({ bare, ours }) => ours / bare));
  const growth = heap / warm;
  const pass = ratio <= 1.5 && shift < 0.02 && growth <= 1.1;
  console.log(
    JSON.stringify({
      bench: 'window',
      pass,
      load_ratio: round(ratio),
      load_ratio_limit: 1.5,
      load_ms: Math.round(median(loads.map(({ ours }) => ours))),
      empty_ms: Math.round(median(loads.map(({ bare }) => bare))),
      layout_shift: round(shift, 4),
      layout_shift_limit: 0.02,
      heap_growth: round(growth),
      heap_growth_limit: 1.1,
      heap_mb: round(heap / 1e6, 1),
      switches: SWITCHES,
    }),
  );
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  await empty?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
