import { expect, type Page } from '@playwright/test';

/** Runs a command by keyboard alone and waits until the palette is gone. */
export async function command(page: Page, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search or run' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(words);
  await expect(field).toHaveValue(words);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
}
