import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './shell';

test('a file from outside the project is named in the prompt by its place', async ({ desk }) => {
  const { workspace } = desk;
  const file = join(workspace.root, 'tide table.csv');
  await writeFile(file, 'high,low\n');
  const { page } = await desk.start({ project: workspace.project });
  await page.getByRole('navigation').getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog', { name: 'New session' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Look at the tides');
  await dialog.getByRole('button', { name: 'Keep as a draft' }).click();
  const panel = page.getByRole('complementary', { name: 'Session' });
  await panel.locator('input[type=file]').setInputFiles(file);
  await expect(panel.getByRole('textbox', { name: 'Prompt' })).toHaveValue(`@"${file}" `);
});
