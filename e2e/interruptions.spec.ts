import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { cardIn, cardOf, changeLine, writeLines } from './beads';
import { chooseSeat, trust } from './claude-seat';
import { GARDEN } from './garden';
import { tabTo } from './keys';
import { test } from './scripted-model';
import { type Desk, expect } from './shell';
import { shotsOf } from './shots';

const slow = { timeout: 90_000 };

/** One session at a time, so that the second one stands in line. */
async function openGarden(desk: Desk) {
  chooseSeat(desk.workspace, 'stream', { sessions: { max_active: 1 } });
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  await trust(page);
  return page;
}

async function startWork(page: Page, bead: string) {
  await tabTo(page, cardOf(page, bead));
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: `Start work on ${bead}` });
  const branch = dialog.getByRole('textbox', { name: 'Branch name' });
  await expect(branch).not.toHaveValue('');
  await expect(branch).toBeFocused();
  return dialog;
}

test('a bead that moves on elsewhere, a line of those that wait, and a usage limit', async ({
  desk,
  model: api,
}) => {
  test.setTimeout(300_000);
  const page = await openGarden(desk);
  const { project } = desk.workspace;
  const shot = shotsOf(desk);
  const panel = page.getByRole('complementary', { name: 'Session' });
  const thread = panel.getByRole('region', { name: 'Conversation' });

  await test.step('its session is announced to close, and kept open', async () => {
    await api.script([{ text: 'The fence is mended.' }]);
    const dialog = await startWork(page, 'garden-2');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden(slow);
    await expect(thread.getByText('The fence is mended.')).toBeVisible(slow);
    await changeLine(project, 'garden-2', { status: 'closed', closed_at: new Date().toISOString() });
    await expect(panel.getByText('garden-2 is closed now.')).toBeVisible();
    await expect(panel.getByText(/^This session closes in \d+ s\./)).toBeVisible();
    await expectAccessible(page, 'a session that closes soon');
    await shot(page, 'announced');
    // Away from its panel a notice says it, with the same way out.
    await panel.getByRole('button', { name: 'Close panel' }).click();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices).toContainText('garden-2 is closed now.');
    await expect(notices).toContainText(/closes in \d+ s/);
    await shot(page, 'announced-elsewhere');
    await notices.getByRole('button', { name: 'Keep open' }).click();
    await expect(notices).not.toContainText('garden-2 is closed now.');
  });

  await test.step('the next one waits for a place, visibly, and can leave the line', async () => {
    const dialog = await startWork(page, 'garden-1');
    await dialog.getByRole('radio', { name: 'New worktree' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden(slow);
    await expect(panel.getByText('Waiting for a place: 1st in line.')).toBeVisible();
    await expect(cardOf(page, 'garden-1')).toContainText('Waiting, 1st in line');
    await expectAccessible(page, 'a session in line');
    await shot(page, 'in-line');
    await panel.getByRole('button', { name: 'Stop waiting' }).first().click();
    await expect(panel.getByText(/^Waiting for a place/)).toHaveCount(0);
  });

  await test.step('a usage limit pauses, says so everywhere, and never reads as done', async () => {
    // Somebody works on it again: of a bead that moved on the panel would say that first.
    await changeLine(project, 'garden-2', { status: 'in_progress', closed_at: undefined });
    await expect(cardIn(page, 'In progress', 'garden-2')).toBeVisible();
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^Mend the fence/ })
      .click();
    // Claude asks again before it gives up.
    const limited = { error: { status: 429, type: 'rate_limit_error', message: 'Limit' } };
    await api.script(Array.from({ length: 6 }, () => limited));
    const prompt = panel.getByRole('textbox', { name: 'Prompt' });
    await prompt.fill('And the gate?');
    await prompt.press('Enter');
    await expect(panel.getByText('Usage limit reached.')).toBeVisible(slow);
    await expect(page.getByRole('navigation').getByRole('button', { name: /^Mend the fence/ })).toContainText(
      'usage limit',
    );
    await expect(panel.getByRole('button', { name: /^Resume…/ }).first()).toBeVisible();
    await expect(panel.getByText(/^done$/i)).toHaveCount(0);
    await expectAccessible(page, 'a session at its limit');
    await shot(page, 'limit');
  });
});
