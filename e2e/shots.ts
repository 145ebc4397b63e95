import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Desk } from './shell';

/** Pictures of a journey in both themes, into the folder that E2E_SHOTS names; without one, none are taken. */
export function shotsOf(desk: Desk): (page: Page, name: string) => Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  let count = 0;
  return async (page, name) => {
    count += 1;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `${desk.shell}-${String(count).padStart(2, '0')}-${name}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, file) });
    }
  };
}
