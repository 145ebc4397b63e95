// Bars, in Chromium with 10,000 beads: first paint of the board at most 1.5 s after open on a warm start; while scrolling
// and dragging no task over 50 ms (p99); at most 2,000 DOM nodes in the board; a change from outside draws one card again.
// 50,000 beads still open.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, render } from '../src-shared/domain/bead/testdata/make-beads.mjs';
import { launchChromium, median, serve } from './in-browser/served-app.mjs';

const LIMITS = { first_paint_ms: 1500, task_ms: 50, nodes: 2000 };
const OPENS = 5;
const home = mkdtempSync(join(tmpdir(), 'bench-board-'));
const env = { PATH: process.env.PATH, HOME: home, BEADS_CONSOLE_HOME: join(home, 'data') };

function makeProject(name, count) {
  const folder = join(home, name);
  mkdirSync(join(folder, '.beads'), { recursive: true });
  const now = new Date().toISOString();
  const options = { count, seed: 'bench', prefix: 'demo', generation: 'dolt', now };
  const all = { ...options, edge: false, broken: false, crlf: false, finalNewline: true };
  const { issues, notes } = generate(all);
  writeFileSync(join(folder, '.beads', 'issues.jsonl'), render(all, issues, notes).text);
  return folder;
}

/** Somebody else's change of one bead's title. */
function changeOne(folder, id, title) {
  const file = join(folder, '.beads', 'issues.jsonl');
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes(`"id":"${id}",`));
  lines[at] = JSON.stringify({ ...JSON.parse(lines[at]), title });
  const text = lines.join('\n');
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
}

/** From the start of the page's load to the first frame with a card in it. */
async function openBoard(page, folder) {
  await page.evaluate((path) => {
    sessionStorage.setItem('beads-console.project', path);
    location.hash = '#/board';
  }, folder);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => typeof window.firstCardMs === 'number', null, { timeout: 120_000 });
  return page.evaluate(() => window.firstCardMs);
}

const WATCH = () => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });
  const look = () => {
    if (document.querySelector('[data-bead]') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => (window.firstCardMs = performance.now()));
  };
  requestAnimationFrame(look);
};

/** Every frame of the work is a sample; long tasks are told by the browser itself, anything else took less than 50 ms. */
async function tasksDuring(page, work) {
  await page.evaluate(() => {
    window.longTasks.length = 0;
    window.frameCount = 0;
    window.isCounting = true;
    const count = () => {
      window.frameCount += 1;
      if (window.isCounting) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await work();
  return page.evaluate(() => {
    window.isCounting = false;
    return { long: [...window.longTasks], frames: window.frameCount };
  });
}

const p99 = ({ long, frames }) => {
  const samples = [...Array(Math.max(0, frames - long.length)).fill(0), ...long].sort((a, b) => a - b);
  return samples[Math.max(0, Math.ceil(samples.length * 0.99) - 1)] ?? 0;
};

async function scroll(page) {
  await page.locator('[data-column="ready"]').hover();
  for (let step = 0; step < 120; step += 1) {
    await page.mouse.wheel(0, step % 40 < 30 ? 400 : -300);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

async function drag(page) {
  const card = page.locator('[data-column="ready"] [data-bead]').nth(1);
  // From the top: rows above the edge are drawn too, and could not be taken hold of.
  await page.locator('[data-column="ready"]').evaluate((list) => list.scrollTo(0, 0));
  await page.waitForFunction(() => {
    const list = document.querySelector('[data-column="ready"]');
    return list.scrollTop === 0 && list.querySelector('li[data-index="0"]') !== null;
  });
  const id = await card.getAttribute('data-bead');
  const source = await card.boundingBox();
  const target = await page.locator('[data-column="in_progress"]').boundingBox();
  await page.mouse.move(source.x + 40, source.y + 20);
  await page.mouse.down();
  for (let step = 0; step <= 60; step += 1) {
    const part = step / 60;
    const x = source.x + 40 + (target.x + 60 - source.x - 40) * part;
    await page.mouse.move(x, source.y + 20 + 150 * Math.sin(part * Math.PI));
  }
  await page.mouse.up();
  // Shown at once and written: a drag that moved nothing would measure nothing.
  await page
    .getByRole('status')
    .filter({ hasText: `${id} moved to In progress.` })
    .waitFor({ state: 'attached', timeout: 30_000 });
}

const drawn = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-bead]')].map((card) => [
        card.getAttribute('data-bead'),
        card.getAttribute('data-drawn'),
      ]),
    ),
  );

async function redrawn(page, folder) {
  const before = await drawn(page);
  const id = await page.locator('[data-column="in_progress"] [data-bead]').nth(1).getAttribute('data-bead');
  const title = `Changed from outside ${Date.now()}`;
  changeOne(folder, id, title);
  await page.locator(`[data-bead="${id}"]`, { hasText: title }).waitFor({ timeout: 30_000 });
  const after = await drawn(page);
  return Object.keys(after).filter((each) => before[each] !== after[each]).length;
}

let server;
let browser;
try {
  const ten = makeProject('ten', 10_000);
  const fifty = makeProject('fifty', 50_000);
  browser = await launchChromium();
  server = await serve(env);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(server.loginUrl);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await openBoard(page, ten);
  const opens = [];
  for (let round = 0; round < OPENS; round += 1) opens.push(await openBoard(page, ten));
  await page.waitForTimeout(1000);
  const nodes = await page.evaluate(() => document.querySelectorAll('[data-board] *').length);
  const scrolled = await tasksDuring(page, () => scroll(page));
  const cards = await redrawn(page, ten);
  const dragged = await tasksDuring(page, () => drag(page));
  const nodesAfter = await page.evaluate(() => document.querySelectorAll('[data-board] *').length);
  const fiftyMs = await openBoard(page, fifty);
  const result = {
    first_paint_ms: Math.round(median(opens)),
    scroll_p99_ms: Math.round(p99(scrolled)),
    scroll_worst_ms: Math.round(Math.max(0, ...scrolled.long)),
    drag_p99_ms: Math.round(p99(dragged)),
    drag_worst_ms: Math.round(Math.max(0, ...dragged.long)),
    nodes: Math.max(nodes, nodesAfter),
    cards_drawn_again: cards,
    fifty_thousand_ms: Math.round(fiftyMs),
  };
  const pass =
    result.first_paint_ms <= LIMITS.first_paint_ms &&
    result.scroll_p99_ms <= LIMITS.task_ms &&
    result.drag_p99_ms <= LIMITS.task_ms &&
    result.nodes <= LIMITS.nodes &&
    result.cards_drawn_again === 1;
  console.log(JSON.stringify({ bench: 'board', pass, beads: 10_000, ...result, limits: LIMITS }));
  process.exitCode = pass ? 0 : 1;
} finally {
  await browser?.close();
  await server?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
