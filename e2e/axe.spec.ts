import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { command } from './palette';
import { expect, test } from './shell';

test('axe finds nothing on any screen, in the light and in the dark', async ({ desk }) => {
  const app = await desk.start();
  const { page } = app;
  const inBothThemes = async (screen: string, without: string[] = []) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, `${screen}, ${colorScheme}`, without);
    }
  };

  await test.step('welcome', async () => {
    await expect(page.getByRole('heading', { name: 'What we need' })).toBeVisible();
    await settled(page);
    await inBothThemes('welcome');
  });
  await test.step('open dialog, with a refusal', async () => {
    await app.openFolder(join(desk.workspace.root, 'nowhere'));
    await expect(page.getByText(/There is no folder at/)).toBeVisible();
    await inBothThemes('open dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('the project', async () => {
    await app.openFolder(desk.workspace.project);
    await expect(page).toHaveTitle(/tidy-garden/);
    await settled(page);
    await inBothThemes('project');
  });
  await test.step('palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    await inBothThemes('palette');
    await page.keyboard.type('no such thing at all');
    await expect(page.getByRole('status').filter({ hasText: 'Nothing is called' })).toBeVisible();
    await inBothThemes('palette without results');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  for (const view of ['Settings', 'Doctor', 'Audit log'])
    await test.step(view, async () => {
      await command(page, `go to ${view}`);
      await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
      await settled(page);
      await inBothThemes(view);
    });
  await test.step('trust dialog', async () => {
    await page.getByRole('button', { name: 'Project: tidy-garden' }).click();
    await expect(page.getByRole('menuitem', { name: 'Trust this project…' })).toBeVisible();
    // A menu floats above the landmarks while it is open.
    await inBothThemes('project menu', ['region']);
    await page.getByRole('menuitem', { name: 'Trust this project…' }).click();
    await expect(page.getByRole('dialog', { name: 'Trust tidy-garden?' })).toBeVisible();
    await inBothThemes('trust dialog');
    await page.keyboard.press('Escape');
  });
  await test.step('keys', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await inBothThemes('keys');
  });
});

/** What is still being looked up is drawn in grey bars; wait for the real thing. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
