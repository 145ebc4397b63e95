import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/child.mjs';
import { ASKING, CHANGES, STATES } from './chat.mjs';
import { DRAFT, idOf, SESSIONS } from './sessions.mjs';

/** What the sheet needs besides the chat of the board: a name that no branch can have, and what the end would do. */
export const PARTS = {
  'sessions.messages': ({ id }) => ({
    messages: id === idOf('tide-5yd') ? STATES.messages : ASKING.messages,
    next_cursor: null,
    lines_not_understood: 0,
  }),
  'sessions.delete': SESSIONS[0],
  'starting.branch': ({ branch }) => ({ branch, verdict: 'invalid', head: null, other: null, place: null }),
  'ending.plan': {
    session_id: idOf('tide-3qa'),
    bead: {
      id: 'tide-3qa',
      title: 'Tide heights drift after DST',
      status: 'in_progress',
      move: { status: 'in_review', needs_adding: false },
    },
    bead_problem: null,
    work: { files: 2, commits: 1, tests_passed: 1, tests_failed: 0 },
    log: 'Offset is now taken per reading. New suite for Seattle and Phoenix, 2 tests. Commit a91e03f.',
    changes: null,
    commit_message: CHANGES.commits[0].subject,
    worktree: null,
  },
};
export const PARTS_STREAMS = {
  'sessions.watch': { sessions: [DRAFT, ...SESSIONS] },
  'sessions.live': ({ id }) => (id === idOf('tide-5yd') ? STATES.live : ASKING.live),
};

const FULL = { width: 1440, height: 1400 };
/** A dialog as wide as a column of the sheet: in so narrow a window it is drawn for it, not made smaller. */
const NARROW = { width: 448, height: 1100 };

/** The parts are taken out of the running window, each whole and as large as it is there, and put on one sheet. */
export async function drawParts(page, path) {
  await page.setViewportSize(FULL);
  const pieces = await collect(page);
  const sheet = await page.context().browser().newPage();
  await sheet.setViewportSize({ width: 1440, height: 1180 });
  const tokens = readFileSync(join(ROOT, 'src-renderer', 'ui', 'tokens.css'), 'utf8');
  const image = ({ png, radius, edge }) =>
    `<img style="clip-path: inset(${edge}px round var(--r-${radius}))" src="data:image/png;base64,${png.toString('base64')}">`;
  const boxes = pieces.map(
    ([name, pictures]) => `<section><h2>${name}</h2>${pictures.map(image).join('')}</section>`,
  );
  await sheet.setContent(
    `<!doctype html><style>${tokens} body { margin: 0; padding: 20px; background: var(--canvas); columns: 3; column-gap: 12px; }
      section { break-inside: avoid; margin: 0 0 12px; padding: 12px 15px; border: 1px solid var(--line-soft);
      border-radius: 12px; background: var(--surface); display: flex; flex-wrap: wrap; align-items: flex-start; gap: 10px; }
      h2 { width: 100%; margin: 0; font: var(--t-small); color: var(--text-2); } img { display: block; }</style>${boxes.join('')}`,
  );
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await sheet.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await sheet.screenshot({ path, fullPage: true });
  await sheet.close();
  process.stdout.write(`drew ${path}\n`);
}

/** `radius`, `edge`: what is cut off, so that nothing of what lies behind it stays in its corners, nor half a pixel beside it. */
async function take(locator, radius = 8, edge = 0) {
  return { png: await locator.screenshot({ animations: 'disabled' }), radius, edge };
}

async function collect(page) {
  const dialog = page.getByRole('dialog');
  const panel = page.getByRole('complementary');
  const sessions = page.getByRole('navigation');
  const row = (name) => sessions.getByRole('button', { name }).first();
  const part = (within, name) => within.locator(`[class*="_${name}_"]`);
  const takeDialog = async () => {
    await page.setViewportSize(NARROW);
    const taken = await take(dialog, 12, 1);
    await page.setViewportSize(FULL);
    return taken;
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };

  const states = [];
  for (const name of [
    /^Draw the week/,
    /^Batch the station/,
    /^Tide heights/,
    /^Export a month/,
    /^Vector map/,
    /^Migrate fixtures/,
    /^Moon phase/,
  ])
    states.push(await take(row(name), 6));
  const queued = await take(page.getByText('Then check Phoenix').locator('..'));
  const permission = await take(page.getByRole('group', { name: 'Claude asks to run a command' }), 10);
  await page.locator('[data-bead="tide-4kq"]').hover();
  const hovered = await take(page.locator('[data-bead="tide-4kq"]'));
  const cards = [];
  for (const id of ['tide-3qa', 'tide-1jt', 'tide-k0z'])
    cards.push(await take(page.locator(`[data-bead="${id}"]`)));

  await panel.getByRole('button', { name: 'End…' }).click();
  await dialog.getByText('Execution log').waitFor();
  const end = await takeDialog();
  await leave();
  await row(/^Batch the station/).click();
  await panel.getByText('npm run build').waitFor();
  const tools = await take(panel.getByRole('region', { name: 'Conversation' }).getByRole('list').first());
  await row(/^Migrate fixtures/).click();
  await panel.getByText('Claude exited').first().waitFor();
  const crashed = await take(part(panel, 'notice').filter({ hasText: 'Claude exited' }).first());
  await row(/^Vector map/).click();
  await panel
    .getByText(/Usage limit/)
    .first()
    .waitFor();
  const limit = await take(part(panel, 'notice').filter({ hasText: 'Usage limit' }).first());

  await page.locator('[data-bead="tide-4kq"]').click();
  await panel.getByRole('button', { name: 'Start work' }).waitFor();
  const head = await take(part(panel, 'bar').first());
  await page.locator('[data-bead="tide-c2w"]').click();
  await panel.getByText('tide-c2w', { exact: true }).first().waitFor();
  const reviewHead = await take(part(panel, 'bar').first());
  await page.locator('[data-bead="tide-4kq"]').click();
  await panel.getByRole('button', { name: 'Start work' }).click();
  await dialog.getByRole('textbox', { name: 'Branch name' }).fill('tide-4kq accent');
  await dialog.getByRole('alert').waitFor();
  const fields = await takeDialog();
  await leave();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('tide dst');
  await page.getByRole('option').first().waitFor();
  const palette = await takeDialog();
  await leave();

  await row(/^Moon phase/).click();
  await panel.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
  await dialog.getByRole('checkbox').waitFor();
  const remove = await takeDialog();
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await notices.filter({ hasText: 'Undo' }).waitFor();
  const undo = await take(notices.filter({ hasText: 'Undo' }), 10);
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill('harbour lights');
  await page.getByText('Nothing matches the filter').waitFor();
  const nothing = await take(part(page, 'empty').filter({ hasText: 'Nothing matches' }).first());
  // Elsewhere than in its own chat what asks is told by a notice.
  await page.evaluate(() => {
    window.location.hash = '#/dashboard';
  });
  await page.reload();
  await notices.first().waitFor();
  const asks = await take(notices.first(), 10);
  return [
    ['Session states', states],
    ['Board card', [hovered, ...cards]],
    ['End', [end]],
    ['Buttons, priority, chips', [head, reviewHead]],
    ['Tool rows, queued prompt', [tools, queued]],
    ['Permission', [permission]],
    ['Delete', [remove]],
    ['Fields', [fields]],
    ['Notices: what happened, what is safe, what next', [crashed, limit]],
    ['Toasts, palette', [asks, undo, palette]],
    ['Empty', [nothing]],
  ];
}
