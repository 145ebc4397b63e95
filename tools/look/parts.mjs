import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/child.mjs';
import { CHANGES } from './chat.mjs';
import { idOf } from './sessions.mjs';

/** What the sheet needs besides the chat of the board: a name that no branch can have, and what the end would do. */
export const PARTS = {
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

/** The parts are cut out of the running window, one place after the other, and put on one sheet as the mock-up has them. */
export async function drawParts(page, path) {
  const pieces = await collect(page);
  const sheet = await page.context().browser().newPage();
  await sheet.setViewportSize({ width: 1440, height: 1180 });
  const tokens = readFileSync(join(ROOT, 'src-renderer', 'ui', 'tokens.css'), 'utf8');
  const boxes = pieces.map(
    ([name, pictures]) =>
      `<section><h2>${name}</h2>${pictures.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`).join('')}</section>`,
  );
  await sheet.setContent(
    `<style>${tokens} body { margin: 0; padding: 20px; box-sizing: border-box; height: 1180px; background: var(--canvas);
      display: grid; grid-template-columns: repeat(3, 1fr); grid-template-rows: 300px 380px 1fr; gap: 12px; }
      section { overflow: hidden; padding: 12px 16px; border: 1px solid var(--line-soft); border-radius: 12px;
      background: var(--surface); display: flex; flex-wrap: wrap; align-content: flex-start; gap: 10px; }
      h2 { width: 100%; margin: 0; font: var(--t-small); color: var(--text-2); } img { max-width: 100%; display: block; }</style>${boxes.join('')}`,
  );
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await sheet.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  await sheet.screenshot({ path });
  await sheet.close();
  process.stdout.write(`drew ${path}\n`);
}

async function collect(page) {
  const of = (locator) => locator.screenshot({ animations: 'disabled' });
  const dialog = page.getByRole('dialog');
  const panel = page.getByRole('complementary');
  const sessions = page.getByRole('navigation');
  const openSession = (name) => sessions.getByRole('button', { name }).first().click();
  const cut = async (locator, height, top = 0) => {
    const box = await locator.boundingBox();
    return page.screenshot({
      clip: { ...box, y: box.y + top, height: Math.min(height, box.height - top) },
      animations: 'disabled',
    });
  };
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };

  const states = await cut(sessions, 400, 205);
  const thread = await cut(page.getByRole('region', { name: 'Conversation' }), 290, 60);
  const queued = await cut(page.getByText('Then check Phoenix').locator('..'), 40);
  const permission = await of(page.getByRole('group', { name: 'Claude asks to run a command' }));
  await page.locator('[data-bead="tide-4kq"]').hover();
  const hovered = await of(page.locator('[data-bead="tide-4kq"]'));
  const asking = await of(page.locator('[data-bead="tide-3qa"]'));
  const limited = await of(page.locator('[data-bead="tide-1jt"]'));
  const crashedCard = await of(page.locator('[data-bead="tide-k0z"]'));

  await panel.getByRole('button', { name: 'End…' }).click();
  await dialog.getByText('Execution log').waitFor();
  const end = await of(dialog);
  await leave();
  await openSession(/^Moon phase/);
  await panel.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
  await dialog.getByRole('checkbox').waitFor();
  const remove = await of(dialog);
  await leave();
  await openSession(/^Migrate fixtures/);
  await panel.getByText('Claude exited').first().waitFor();
  const crashed = await cut(panel, 125, 52);
  await openSession(/^Vector map/);
  await panel
    .getByText(/Usage limit/)
    .first()
    .waitFor();
  const limit = await cut(panel, 150, 52);

  await page.locator('[data-bead="tide-4kq"]').click();
  await panel.getByRole('button', { name: 'Start work' }).waitFor();
  const head = await cut(panel, 130);
  await panel.getByRole('button', { name: 'Start work' }).click();
  await dialog.getByRole('textbox', { name: 'Branch name' }).fill('tide-4kq accent');
  await dialog.getByRole('alert').waitFor();
  const fields = await cut(dialog, 250);
  await leave();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('tide dst');
  await page.getByRole('option').first().waitFor();
  const palette = await cut(dialog, 240);
  await leave();
  // Elsewhere than in its own chat what asks is told by a notice.
  await page.evaluate(() => {
    window.location.hash = '#/dashboard';
  });
  await page.reload();
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
  await toast.waitFor();
  const toasts = await of(toast);
  return [
    ['Session states', [states]],
    ['Buttons, priority, chips', [head]],
    ['Fields', [fields]],
    ['Board card', [hovered, asking, limited, crashedCard]],
    ['Tool rows, queued prompt', [thread, queued]],
    ['Notices: what happened, what is safe, what next', [crashed, limit]],
    ['End', [end]],
    ['Delete, permission', [remove, permission]],
    ['Toasts, palette', [toasts, palette]],
  ];
}
