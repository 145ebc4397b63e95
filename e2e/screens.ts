import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect } from './shell';
import { settled } from './still-window';

type Look = {
  /** What no machine shows like another: drawn as a plain patch. */
  readonly mask?: readonly Locator[];
  /** Rules of axe that do not hold here, each with its reason beside the call. */
  readonly without?: readonly string[];
};

/**
 * A screen in both themes: the picture it had when somebody last looked at it, and nothing for axe to find. In the dark
 * only the colours can differ, so only they are judged again.
 */
export async function expectScreen(
  page: Page,
  name: string,
  { mask = [], without = [] }: Look = {},
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await page.mouse.move(1, 1);
    await settled(page);
    // A part that is still fetched stands in for itself with bars.
    await expect(page.locator('[data-loading]')).toHaveCount(0);
    await expect.poll(() => moving(page), `what moves on ${name}`).toEqual([]);
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}-${colorScheme}.png`, { mask: [...mask], maskColor: '#8888ff' });
    await expectAccessible(
      page,
      `${name}, ${colorScheme}`,
      [...without],
      colorScheme === 'dark' ? ['color-contrast'] : undefined,
    );
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** What is animated now, by the names of its animations. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => each.playState === 'running' && Number(each.effect?.getComputedTiming().duration) > 0)
      .map((each) => (each instanceof CSSAnimation ? each.animationName : 'transition')),
  );
}
