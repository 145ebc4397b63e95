// Draws the pictures of docs/user from the demo, so that they show the app as it is: one walk from the board to the end.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run/child.mjs';
import { draw, openClaim, withDemo } from './run/demo-window.mjs';

const folder = join(ROOT, 'docs', 'user', 'pictures');
mkdirSync(folder, { recursive: true });
const SIZE = { width: 1200, height: 750 };

await withDemo(async (openPage) => {
  const page = await openPage({ viewport: SIZE, colorScheme: 'light' });
  const picture = (name) => draw(page, join(folder, `${name}.png`));
  const panel = page.getByRole('complementary', { name: 'Session' });
  const go = (hash) =>
    page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
  const dialog = page.getByRole('dialog');

  await page.locator('[data-bead]').first().waitFor();
  // The offer of the tour is for a person.
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await openClaim(page);
  await picture('start-work');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });

  await panel.getByRole('button', { name: 'Allow once' }).waitFor({ timeout: 120_000 });
  await picture('permission');
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await panel
    .getByText(/I'll commit the one file/)
    .first()
    .waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: 'Allow once' }).click();
  await panel.getByText('The bead can go to review.', { exact: true }).waitFor({ timeout: 60_000 });

  await panel.getByRole('button', { name: /^Pause/ }).click();
  await panel.getByRole('button', { name: /^Resume…/ }).waitFor({ timeout: 60_000 });
  await panel.getByRole('button', { name: /^Resume…/ }).click();
  await dialog.getByRole('textbox').first().waitFor({ timeout: 60_000 });
  await picture('resume');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('hand off');
  await page
    .getByRole('option', { name: /Hand off/ })
    .first()
    .click();
  await dialog.getByRole('textbox', { name: 'Note for the next session' }).waitFor({ timeout: 60_000 });
  await picture('hand-off');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await go('#/settings/privacy');
  await page.getByRole('heading', { name: 'Privacy' }).waitFor();
  await picture('settings');
});
