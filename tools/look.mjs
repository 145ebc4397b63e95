/*
 * Draws the app beside the mock-ups of the design: docs/look/<screen>-<theme>.png, at the size of the mock-up and with its
 * content. The window and its server are the real ones; what the screens are about (beads, sessions, a chat, figures) is said in
 * the server's place by tools/look. What differs, and why, is written in docs/look/README.md.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { boardOf } from './look/beads.mjs';
import { ASKING, CHANGES, PAUSED, SCREEN, STREAMING } from './look/chat.mjs';
import { FIGURES, MONTH, TODAY } from './look/figures.mjs';
import { HISTORY, OPEN_SESSION } from './look/history.mjs';
import { drawParts, PARTS, PARTS_STREAMS } from './look/parts.mjs';
import { CONTEXT, RESUME, START } from './look/plans.mjs';
import { DOING, NOW, SESSIONS } from './look/sessions.mjs';
import { setStage } from './look/stage.mjs';
import { ROOT } from './run/child.mjs';
import { draw, withDemo } from './run/demo-window.mjs';

const folder = join(ROOT, 'docs', 'look');
/** `node tools/look.mjs history welcome` draws these alone. */
const chosen = process.argv.slice(2);
const isWanted = (name) => chosen.length === 0 || chosen.includes(name);
mkdirSync(folder, { recursive: true });

const WIDE = { width: 1440, height: 900 };
const chatOf = (chat) => ({
  'sessions.messages': { messages: chat.messages, next_cursor: null, lines_not_understood: 0 },
  'changes.list': CHANGES,
});
const STREAMS = { 'sessions.doing': { doing: DOING }, 'sessions.watch': { sessions: SESSIONS } };
/** Its folder is told from there: ~/code/tidewater. */
const homeOf = (project) => dirname(dirname(project));
const EDITS = {
  'beads.watch': boardOf,
  'layout.read': (said) => ({ ...said, is_panel_collapsed: true, is_panel_focused: false }),
  'projects.open': (said) => ({ ...said, is_trusted: true }),
};
const FIGURES_OF = {
  'history.figures': ({ period }) => (period === '1d' ? TODAY : FIGURES),
};

async function main() {
  const project = makeProject();
  try {
    for (const theme of ['light', 'dark'])
      await withDemo((openPage) => drawAll(openPage, theme, project), { isPlain: true, project });
    if (isWanted('welcome'))
      for (const theme of ['light', 'dark'])
        await withDemo((openPage) => drawWelcome(openPage, theme), { isPlain: true });
  } finally {
    rmSync(homeOf(project), { recursive: true, force: true });
  }
}

async function drawAll(openPage, theme, project) {
  const page = await openPage(pageOptions(theme));
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await page.clock.setFixedTime(NOW);
  /** Each on a window that is loaded anew: nothing of the last one is left in it. */
  const picture = async (
    name,
    { stage = {}, size = WIDE, hash = '#/board', act = () => {}, draw: drawIt = drawCalm },
  ) => {
    if (!isWanted(name)) return;
    await setStage(page, stageOf(stage, project));
    await page.setViewportSize(size);
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    await page.reload();
    await page.getByRole('navigation').getByText('Today').waitFor();
    await act(page);
    await drawIt(page, join(folder, `${name}-${theme}.png`));
  };
  const openSession = async (page, title) => {
    await page.getByRole('navigation').getByRole('button', { name: title }).first().click();
    await page.getByRole('region', { name: 'Conversation' }).waitFor();
  };
  const asking = { answers: chatOf(ASKING), streams: { 'sessions.live': ASKING.live } };
  const showAsking = async (page) => {
    await openSession(page, /^Tide heights/);
    await page.getByRole('button', { name: 'Allow once' }).waitFor();
  };
  await picture('board', {
    stage: asking,
    act: async (page) => {
      await showAsking(page);
      await page.locator('[data-bead="tide-3qa"]').focus();
    },
    draw: drawHovered,
  });
  await picture('board-1024', {
    stage: asking,
    act: async (page) => {
      await showAsking(page);
      await page.setViewportSize({ width: 1024, height: 700 });
    },
  });
  await picture('claim', {
    stage: {
      ...asking,
      answers: {
        ...asking.answers,
        'starting.plan': START,
        'starting.branch': START.branch,
        'starting.preview': CONTEXT,
      },
    },
    act: async (page) => {
      await showAsking(page);
      await page.locator('[data-bead="tide-4kq"]').hover();
      await page.getByRole('button', { name: 'Start work on tide-4kq' }).click();
      await page.getByRole('dialog').getByText('Free to use').waitFor();
    },
  });
  await picture('chat', {
    stage: {
      answers: chatOf(STREAMING),
      streams: {
        'sessions.live': STREAMING.live,
        'sessions.doing': { doing: DOING.map((one) => ({ ...one, status: 'busy', asks: [] })) },
        'terminal.attach': { state: 'running', size: { cols: 56, rows: 32 }, screen: SCREEN },
        'changes.watch': { count: 0 },
      },
    },
    act: async (page) => {
      await openSession(page, /^Tide heights/);
      await page.keyboard.press('Control+.');
      await page.getByRole('region', { name: 'Beside the chat' }).waitFor();
      await page.locator('.xterm-rows').getByText('Working…').waitFor();
      await page
        .getByRole('button', { name: /Edited/ })
        .first()
        .click();
    },
  });
  await picture('resume', {
    stage: {
      answers: { ...chatOf(PAUSED), 'resuming.plan': RESUME },
      streams: { 'sessions.live': PAUSED.live },
    },
    act: async (page) => {
      await openSession(page, /^Export a month/);
      await page
        .getByRole('complementary')
        .getByRole('button', { name: /^Resume…/ })
        .click();
      await page.getByRole('dialog').getByText('Changed since').waitFor();
    },
  });
  await picture('history', {
    stage: { answers: HISTORY },
    hash: `#/history/${encodeURIComponent('"IANA zone" half-hour')}/${OPEN_SESSION}`,
    act: (page) => page.getByText('Lord Howe is 30 minutes late').waitFor(),
  });
  await picture('dashboard', {
    hash: '#/dashboard',
    act: (page) => page.getByRole('heading', { name: 'Cost by day' }).waitFor(),
  });
  await picture('parts', {
    stage: {
      ...asking,
      answers: { ...asking.answers, 'starting.plan': START, 'starting.preview': CONTEXT, ...PARTS },
      streams: PARTS_STREAMS,
    },
    act: showAsking,
    draw: drawParts,
  });
}

/** Without the notice of what asks: the mock-ups tell it on the board and in the bar alone. */
async function drawCalm(page, path) {
  await dismissNotices(page);
  await draw(page, path);
}

async function dismissNotices(page) {
  for (const toast of await page.getByRole('button', { name: /^Dismiss/ }).all())
    await toast.dispatchEvent('click');
}

/** As the mock-up has it: the pointer rests on the first card that is ready. */
async function drawHovered(page, path) {
  await dismissNotices(page);
  await page.locator('[data-bead="tide-4kq"]').hover();
  await draw(page, path, { isPointerAway: false });
}

async function drawWelcome(openPage, theme) {
  const recent = ['code/tidewater', 'code/ledger', 'dotfiles'].map((place, at) => ({
    path: `/home/ada/${place}`,
    name: place.split('/').at(-1),
    is_trusted: true,
    has_beads: at < 2,
    is_git: true,
    opened_at: NOW,
    is_missing: false,
  }));
  const check = (id, name, verdict, found, fix = null) => ({ id, name, verdict, found, fix });
  const read = {
    discovered: 412,
    ingested: 412,
    skipped: 0,
    failed: 0,
    lines_not_understood: 0,
    bytes: 240_000_000,
    duration_ms: 9000,
  };
  const stage = {
    answers: {
      'history.figures': MONTH,
      'history.backfill': read,
      'history.archive': {
        mode: 'off',
        keep_days: null,
        sessions: 0,
        bytes: 0,
        stored_bytes: 0,
        due: 412,
        failed: 0,
        unreadable: [],
        claude_keeps_days: 30,
      },
      'app.doctor': {
        checked_at: NOW,
        checks: [
          check('claude', 'Claude CLI', 'ok', '2.1.325'),
          check('git', 'git', 'ok', '2.47.1'),
          check('bd', 'bd', 'missing', 'not installed', 'npm install -g @beads/bd'),
        ],
      },
    },
    streams: {
      'projects.watch': { recent },
      'history.watch': {
        state: 'idle',
        sessions_total: 412,
        sessions_done: 412,
        bytes_total: 240_000_000,
        bytes_done: 240_000_000,
        failed: [],
        rate_bytes_per_s: 0,
        left_ms: null,
        last: read,
        catalog: 'ready',
      },
    },
    edits: { 'app.info': (said) => ({ ...said, home_folder: '/home/ada' }) },
  };
  const page = await openPage(pageOptions(theme));
  await page.clock.setFixedTime(NOW);
  await setStage(page, stage);
  await page.reload();
  await page.getByText('412 sessions').first().waitFor();
  await draw(page, join(folder, `welcome-${theme}.png`));
}

const pageOptions = (theme) => ({ colorScheme: theme, locale: 'en-GB', timezoneId: 'UTC' });

function stageOf({ answers = {}, streams = {}, edits = {} }, project) {
  return {
    answers: { ...FIGURES_OF, ...answers },
    streams: { ...STREAMS, ...streams },
    edits: {
      ...EDITS,
      'app.info': (said) => ({ ...said, home_folder: homeOf(project) }),
      ...edits,
    },
  };
}

/** What the window opens; its beads and sessions are those of the mock-ups. */
function makeProject() {
  const project = join(mkdtempSync(join(realpathSync(tmpdir()), 'beads-console-look-')), 'code', 'tidewater');
  mkdirSync(join(project, '.beads'), { recursive: true });
  writeFileSync(join(project, '.beads', 'issues.jsonl'), '');
  return project;
}

await main();
