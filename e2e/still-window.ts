import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { makeBoxFont } from './box-font';
import type { Tab } from './shell';
import type { Workspace } from './workspace';

const DAY_MS = 86_400_000;
/** The day every picture is taken on, a Wednesday. */
const DAY = '2026-03-11';
const HOME = '/home/ada/work';
/** Only what is near today moves along; the date of a price list stays what it is. */
const NEAR_DAYS = 100;
const MOMENT = /\b20\d\d-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))?/g;

/**
 * A window that looks the same on every day and every machine: one font, one zone, one language, one day, one folder.
 * What the app says is put right on its way to the page, and back on the way to the app, which notices nothing.
 */
export function stillWindow(workspace: Workspace, size = { width: 1200, height: 750 }): Tab {
  workspace.env['TZ'] = 'UTC';
  return {
    options: { viewport: size, locale: 'en-GB', timezoneId: 'UTC' },
    prepare: async (page) => {
      const { now, toPage, toApp } = makeClock(Date.now(), workspace.root);
      await page.clock.setFixedTime(now);
      await page.addInitScript(drawBoxes, [makeBoxFont(0), makeBoxFont(25)].map(base64));
      await page.routeWebSocket(/.*/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((said) => server.send(typeof said === 'string' ? toApp(said) : said));
        server.onMessage((said) => socket.send(typeof said === 'string' ? toPage(said) : said));
      });
    },
  };
}

/** Moves whole days, so that the hours stay, and lets what happens from now on happen at once. */
export function makeClock(startMs: number, root: string) {
  const today = new Date(startMs).toISOString().slice(0, 10);
  const shift = Date.parse(DAY) - Date.parse(today);
  const back = new Map<string, string>();
  const forth = new Map<string, string>();
  const isNear = (text: string, day: string) =>
    Math.abs(Date.parse(text.slice(0, 10)) - Date.parse(day)) < NEAR_DAYS * DAY_MS;
  const moved = (text: string, by: number) => {
    if (text.length === 10) return new Date(Date.parse(text) + by).toISOString().slice(0, 10);
    return new Date(Date.parse(text) + by).toISOString();
  };
  const momentToPage = (text: string) => {
    if (!isNear(text, today)) return text;
    const known = forth.get(text);
    if (known !== undefined) return known;
    const ms = Date.parse(text);
    const isNew = text.length > 10 && ms >= startMs;
    let there = isNew
      ? new Date(startMs + shift + Math.floor((ms - startMs) / 1000)).toISOString()
      : moved(text, shift);
    // Two moments stay two.
    while (isNew && back.has(there)) there = new Date(Date.parse(there) + 1).toISOString();
    forth.set(text, there);
    back.set(there, text);
    return there;
  };
  const momentToApp = (text: string) => back.get(text) ?? (isNear(text, DAY) ? moved(text, -shift) : text);
  return {
    now: new Date(startMs + shift + 1000),
    toPage: (said: string) => plainFacts(said.replaceAll(root, HOME).replace(MOMENT, momentToPage)),
    toApp: (said: string) => said.replace(MOMENT, momentToApp).replaceAll(HOME, root),
  };
}

const PROGRAMS = join(import.meta.dirname, '..');
/** One of each verdict, whatever this machine has. */
const CHECKS = [
  { id: 'node', name: 'Node', verdict: 'ok', found: 'v20.20.0', fix: null },
  { id: 'claude', name: 'Claude CLI', verdict: 'warning', found: '2.0.1, too old', fix: 'claude update' },
  {
    id: 'claude-login',
    name: 'Claude login',
    verdict: 'failed',
    found: 'not logged in',
    fix: 'Type claude in a terminal and log in.',
  },
  { id: 'bd', name: 'bd (beads)', verdict: 'missing', found: 'not found', fix: 'npm install -g @beads/bd' },
  { id: 'git', name: 'git', verdict: 'ok', found: '2.39.5 in /usr/bin/git', fix: null },
];

/** How long, how much and what is installed differ from machine to machine, and are nobody's look. */
function plainFacts(said: string): string {
  const text = said
    .replaceAll(PROGRAMS, `${HOME}/app`)
    .replace(/"(\w*_ms)":\d{4,}/g, '"$1":60000')
    .replace(/"(bytes|size_bytes|pid)":\d+/g, '"$1":12345');
  if (!text.includes('"checked_at"')) return text;
  const envelope = JSON.parse(text) as { result?: { value?: object } };
  const { result } = envelope;
  return JSON.stringify({
    ...envelope,
    result: { ...result, value: { ...result?.value, checks: CHECKS } },
  });
}

const base64 = (font: Buffer) => font.toString('base64');

/** Runs in the page, before anything of the app. */
function drawBoxes(fonts: readonly string[]): void {
  // What counts on by itself (the seconds of a turn) stands still.
  const every = window.setInterval.bind(window) as (run: TimerHandler, ms?: number) => number;
  const slowest = 500;
  const calm = (run: TimerHandler, ms = 0) => (ms >= slowest ? 0 : every(run, ms));
  Object.assign(window, { setInterval: calm });
  for (const [place, font] of fonts.entries()) {
    const bytes = Uint8Array.from(atob(font), (sign) => sign.charCodeAt(0));
    document.fonts.add(new FontFace('Boxes', bytes, { weight: place === 0 ? '100 499' : '500 900' }));
  }
  const set = () => {
    const root = document.documentElement;
    root?.style.setProperty('--font-ui', 'Boxes');
    root?.style.setProperty('--font-mono', 'Boxes');
  };
  set();
  document.addEventListener('DOMContentLoaded', set);
  // Whether a part of the window or nothing in it has the focus is the business of focus.spec.ts.
  const noRings = new CSSStyleSheet();
  noRings.replaceSync(
    '[data-region]:focus-visible { box-shadow: none !important; border-radius: 0 !important }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, noRings];
}

/** Still: nothing is being fetched, nothing waits to be drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(() => document.fonts.ready);
}
