import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeLines } from './beads';
import { GARDEN } from './garden';
import { expectInReach } from './in-reach';
import { command } from './palette';
import { expect, test } from './shell';
import { writeTranscript } from './transcripts';
import { runCli } from './web-shell';

/** 1440 by 900 with everything at 200 %: the browser's zoom halves what a page has, the app's own text size does not. */
const WAYS = [
  { name: "the browser's zoom at 200 %", viewport: { width: 720, height: 450 }, scale: 2, text: 100 },
  { name: 'text at 200 %', viewport: { width: 1440, height: 900 }, scale: 1, text: 200 },
  { name: 'text at 200 %, 800 wide', viewport: { width: 800, height: 600 }, scale: 1, text: 200 },
  { name: '800 wide', viewport: { width: 800, height: 600 }, scale: 1, text: 100 },
];

for (const { name, viewport, scale, text } of WAYS)
  test(`nothing is cut, covered or out of reach: ${name}`, async ({ desk }) => {
    const { workspace } = desk;
    const { project, data } = workspace;
    await writeLines(project, GARDEN);
    await writeTranscript(workspace, {
      id: '11111111-aaaa-4aaa-8aaa-000000000001',
      daysAgo: 2,
      prompts: ['Look at the islands'],
      answer: () => 'They agree.',
    });
    await runCli(workspace, ['backfill', '--json']);
    await runCli(workspace, ['sessions', 'new', 'Make a bed', '--project', project]);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const settings = { version: 1, appearance: { text_size_percent: text } };
    writeFileSync(join(data, 'settings.json'), JSON.stringify(settings));
    const app = await desk.start({ tab: { options: { viewport, deviceScaleFactor: scale } } });
    const { page } = app;
    await expect(page.getByRole('heading', { name: 'What we need' })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectInReach(page, 'welcome');
    await page.keyboard.press('ControlOrMeta+o');
    await expect(page.getByRole('combobox', { name: 'Folder' })).toBeFocused();
    await expectInReach(page, 'open a project');
    await page.keyboard.type(project);
    await page.keyboard.press('Enter');
    // Which columns are folded depends on the room.
    const card = page.locator('[data-bead]').first();
    await expect(card).toBeVisible();
    await expectInReach(page, 'the board');
    for (const [words, dialog] of DIALOGS) {
      await command(page, words);
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectInReach(page, words);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectInReach(page, 'the palette');
    await page.keyboard.press('Escape');
    for (const view of ['Dashboard', 'History', 'Settings', 'Doctor', 'Audit log']) {
      await command(page, `go to ${view}`);
      await expect(page.getByRole('heading', { name: view, level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectInReach(page, view);
    }
    await command(page, 'go to board');
    await card.focus();
    await page.keyboard.press('Enter');
    await expectPanel(page, 'Bead');
    await page.keyboard.press('Escape');
    await command(page, 'Make a bed');
    await expectPanel(page, 'Session');
  });

const DIALOGS = [
  ['new bead', 'New bead'],
  ['new session', 'New session'],
  ['trust this project', 'Trust tidy-garden?'],
  ['read the history', 'Read the history'],
  ['worktrees', 'Worktrees'],
  ['show the keys', 'Keys'],
] as const;

async function expectPanel(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-region=panel]')).toHaveAttribute('aria-label', name);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectInReach(page, name);
}
