import type { Locator, Page } from '@playwright/test';

const MOST_STEPS = 80;

/** Walks there by key, so that what is found is what a person without a mouse can reach. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const isThere = await target.evaluateAll((found) =>
      found.some((each) => each === document.activeElement),
    );
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not reached by ${key}`);
}
