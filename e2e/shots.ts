import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Desk } from './shell';

const NARROW = 1024;

/** Pictures of a journey in both themes and two widths, into the folder that E2E_SHOTS names; without one, none. */
export function shotsOf(desk: Desk, way = 'journey'): (page: Page, name: string) => Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  let count = 0;
  return async (page, name) => {
    count += 1;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const file = `${desk.shell}-${way}-${String(count).padStart(2, '0')}-${name}`;
    const size = page.viewportSize();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(folder, `${file}-${colorScheme}.png`) });
    }
    if (size === null) return;
    await page.setViewportSize({ ...size, width: NARROW });
    await page.screenshot({ path: join(folder, `${file}-${NARROW}.png`) });
    await page.setViewportSize(size);
  };
}
