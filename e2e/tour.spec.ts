import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cardOf, writeLines } from './beads';
import { GARDEN } from './garden';
import { tabTo } from './keys';
import { command } from './palette';
import { expect, test } from './shell';

test('the tour by keyboard: offered once, left at any time, and the focus is where it was', async ({
  desk,
}) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  await expect(cardOf(page, 'garden-2')).toBeVisible();
  const offer = page.getByRole('region', { name: 'Tour' });
  const card = (name: string) => page.getByRole('dialog', { name });
  const view = page.getByRole('main');

  await test.step('it is offered, walked through and left; nothing is held up meanwhile', async () => {
    await tabTo(page, offer.getByRole('button', { name: 'Show me' }));
    await page.keyboard.press('Enter');
    await expect(card('The board')).toBeFocused();
    await expect(offer).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(card('Sessions')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(card('Search or run')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(card('Sessions')).toBeFocused();
    await expect
      .poll(() => JSON.parse(readFileSync(join(desk.workspace.data, 'settings.json'), 'utf8')).tour)
      .toEqual({ is_done: true });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // What opened it has gone: the view has the focus, and the next key is the board's.
    await expect(view).toBeFocused();
  });

  await test.step('it does not come back by itself', async () => {
    await page.reload();
    await expect(cardOf(page, 'garden-2')).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('button', { name: 'New session' })).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('nor while nobody can read whether it was offered', async () => {
    const file = join(desk.workspace.data, 'settings.json');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, '{ "version": 1, oops');
    await expect(page.getByText('The settings file cannot be used')).toBeVisible();
    await expect(offer).toHaveCount(0);
    writeFileSync(file, kept);
    await expect(page.getByText('The settings file cannot be used')).toHaveCount(0);
    await expect(offer).toHaveCount(0);
  });

  await test.step('called from the palette it has the focus, and gives it back to the card', async () => {
    await tabTo(page, cardOf(page, 'garden-2'));
    await command(page, 'show the tour');
    await expect(card('The board')).toBeFocused();
    for (const name of ['Sessions', 'Search or run', 'History', 'Keys and settings']) {
      await page.keyboard.press('ArrowRight');
      await expect(card(name)).toBeFocused();
    }
    await tabTo(page, page.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(cardOf(page, 'garden-2')).toBeFocused();
  });
});
