import type { Page } from '@playwright/test';
import { command } from './palette';
import { expect, test } from './shell';

test('the palette by keyboard alone, and a window that is found as it was left', async ({ desk }) => {
  const first = await desk.start({ project: desk.workspace.project });
  const { page } = first;
  await expect(page).toHaveTitle(/tidy-garden/);

  await test.step('the palette opens, finds, moves, runs and closes without a mouse', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const field = page.getByRole('combobox', { name: 'Search or run' });
    await expect(field).toBeFocused();
    await page.keyboard.type('theme');
    const chosen = page.getByRole('option', { selected: true });
    const before = await chosen.textContent();
    await page.keyboard.press('ArrowDown');
    await expect(chosen).not.toHaveText(before ?? '');
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toHaveText(before ?? '');
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await command(page, 'use the dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await command(page, 'go to settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  const splitter = page.getByRole('separator', { name: 'Width of the sidebar' });
  const width = await test.step('the sidebar is made wider', async () => {
    const was = Number(await splitter.getAttribute('aria-valuenow'));
    await splitter.press('ArrowRight');
    await expect(splitter).not.toHaveAttribute('aria-valuenow', String(was));
    return (await splitter.getAttribute('aria-valuenow')) ?? '';
  });

  const isAsLeft = async (at: Page) => {
    await expect(at).toHaveTitle(/tidy-garden/);
    await expect(at.locator('html')).toHaveAttribute('data-theme', 'dark');
    await command(at, 'go to settings');
    await expect(at.getByRole('separator', { name: 'Width of the sidebar' })).toHaveAttribute(
      'aria-valuenow',
      width,
    );
  };

  await test.step('a reload finds it all', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await isAsLeft(page);
  });

  await test.step('the theme follows the system again, without a reload', async () => {
    await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  await test.step('the sidebar folds to a rail and stays folded', async () => {
    await page.keyboard.press('ControlOrMeta+\\');
    await expect(splitter).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(splitter).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+\\');
    await expect(splitter).toHaveAttribute('aria-valuenow', width);
  });

  await test.step('a new start finds it too', async () => {
    await first.close();
    const again = await desk.start({ project: desk.workspace.project });
    await isAsLeft(again.page);
  });
});
