import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from './palette';
import { expect, test } from './shell';

const BROKEN = '{ "version": 1, "appearance": { "theme": "da';
const MENDED = { version: 1, appearance: { theme: 'dark' }, kept_by_hand: { why: 'not ours' } };

test('a broken settings file is shown and left alone until a person mends it', async ({ desk }) => {
  const { data } = desk.workspace;
  const file = join(data, 'settings.json');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(file, BROKEN);
  const { page } = await desk.start({ project: desk.workspace.project });

  await test.step('it is told, with the way to it', async () => {
    await expect(page.getByText('The settings file cannot be used')).toBeVisible();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('The settings file cannot be read as JSON.')).toBeVisible();
    await expect(page.getByText(`Mend ${file} and reload it.`)).toBeVisible();
  });

  await test.step('the defaults are used and nothing is written', async () => {
    await expect(
      page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }),
    ).toBeChecked();
    await page.getByRole('radio', { name: 'Dark' }).click({ force: true });
    await command(page, 'use the dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await readFile(file, 'utf8')).toBe(BROKEN);
  });

  await test.step('mended and read again, it counts', async () => {
    await writeFile(file, JSON.stringify(MENDED));
    // The file is followed: with the mended one the notice goes by itself, and its button with it.
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByText('The settings file cannot be read as JSON.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Read it again' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  await test.step('a change keeps what is not ours', async () => {
    await page.getByRole('radio', { name: 'Light' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect
      .poll(async () => JSON.parse(await readFile(file, 'utf8')) as unknown)
      .toMatchObject({ appearance: { theme: 'light' }, kept_by_hand: MENDED.kept_by_hand });
  });
});

test('a key is changed in the list, a clash is said and taken back, and the new key works at once', async ({
  desk,
}) => {
  const { page } = await desk.start({ project: desk.workspace.project });
  await expect(page).toHaveTitle(/tidy-garden/);
  await command(page, 'go to settings');
  const change = page.getByRole('button', { name: 'Change the keys of Go to Dashboard' });
  await change.click();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  const clash = page.getByText('also: Go to Board');
  await expect(clash).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(clash).toHaveCount(0);
  await change.click();
  await page.keyboard.press('Alt+y');
  const back = page.getByRole('button', { name: /^Back to .* for Go to Dashboard$/ });
  await expect(back).toBeVisible();
  await page.keyboard.press('Alt+y');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  // What is shipped is not kept as a choice: the other shell may ship another key.
  const kept = () => JSON.parse(readFileSync(join(desk.workspace.data, 'settings.json'), 'utf8')).keys;
  expect(Object.values(kept())).toEqual(['alt+y']);
  await command(page, 'go to settings');
  await back.click();
  await expect.poll(kept).toEqual({});
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => Object.values(kept())).toEqual(['alt+y']);
});
