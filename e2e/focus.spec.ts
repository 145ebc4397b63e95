import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cardIn, cardOf, columnOf, line, writeLines } from './beads';
import { command } from './palette';
import { expect, test } from './shell';

const BEADS = [
  line('garden-1', 'Prune the roses'),
  line('garden-2', 'Mend the fence'),
  line('garden-4', 'Water the beds', { status: 'in_progress' }),
];

const beadPanel = (page: Page) => page.getByLabel('Bead', { exact: true });
const regionOf = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region') ?? 'nowhere',
  );

test('keys belong to what has the focus, and the focus is never lost', async ({ desk }) => {
  const { project } = desk.workspace;
  await writeLines(project, BEADS);
  const { page } = await desk.start({ project });
  await cardOf(page, 'garden-1').click();
  await expect(beadPanel(page)).toBeVisible();

  await test.step('with a bead open, the buttons of a column answer Enter and Space; Escape returns to the button', async () => {
    const add = columnOf(page, 'Ready').getByRole('button', { name: 'Add a bead to Ready' });
    for (const key of ['Enter', 'Space']) {
      await add.focus();
      await page.keyboard.press(key);
      await expect(page.getByRole('textbox', { name: 'Title of the new bead' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(add).toBeFocused();
    }
    await expect(beadPanel(page)).toBeVisible();
  });

  await test.step('a column folded by key gives the focus to its rail, and takes it back', async () => {
    const fold = columnOf(page, 'Ready').getByRole('button', { name: 'Collapse Ready' });
    await fold.focus();
    await page.keyboard.press('Enter');
    const rail = page.getByRole('button', { name: /^Ready\b.*Expand/ });
    await expect(rail).toBeFocused();
    await page.keyboard.press('Space');
    await expect(fold).toBeFocused();
  });

  await test.step('closing the panel goes back to the card, by its button and by Escape on the card', async () => {
    await cardOf(page, 'garden-2').click();
    await beadPanel(page).getByRole('button', { name: 'Close panel' }).click();
    await expect(cardOf(page, 'garden-2')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(beadPanel(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(beadPanel(page)).toHaveCount(0);
    await expect(cardOf(page, 'garden-2')).toBeFocused();
  });

  await test.step('the keys and the palette say what can be done here, each once', async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('← or H')).toBeVisible();
    await expect(keys.getByText('(letter)')).toHaveCount(0);
    await expect(keys.getByText('Back from the panel')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(cardOf(page, 'garden-2')).toBeFocused();
    await command(page, 'check this machine');
    await expect(page.getByRole('heading', { name: 'Doctor', level: 1 })).toBeVisible();
    await page.evaluate(() => {
      window.location.hash = '#/board';
    });
    await expect(cardIn(page, 'Ready', 'garden-1')).toBeVisible();
  });

  await test.step('a session: renamed, ended, read only in the trash', async () => {
    await page.getByRole('button', { name: 'New session' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Rake');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    const panel = page.getByRole('complementary', { name: 'Session' });
    const rename = panel.getByRole('button', { name: 'Rename session' });
    await rename.click();
    await page.keyboard.type('Rake the paths');
    await page.keyboard.press('Enter');
    await expect(rename).toBeFocused();
    await expect(panel.getByRole('heading', { name: 'Rake the paths' })).toBeVisible();
    await panel.getByRole('button', { name: 'End…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await expect(panel.getByRole('button', { name: 'End…' })).toHaveCount(0);
    await expect.poll(() => regionOf(page)).toBe('panel');
    await panel.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Move to trash…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').uncheck();
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await expect(panel.getByRole('button', { name: 'Take back' })).toBeVisible();
    await expect(rename).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /^(Add|Edit) / })).toHaveCount(0);
    await expect(panel.getByRole('textbox')).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close panel' }).click();
  });
});

test('a project that was opened has the focus, so that the next key is for it', async ({ desk }) => {
  await writeLines(desk.workspace.project, BEADS);
  const app = await desk.start();
  await app.openFolder(desk.workspace.project);
  await expect(cardOf(app.page, 'garden-1')).toBeVisible();
  await expect.poll(() => regionOf(app.page)).toBe('view');
  // The dialog that opened it gives the focus back in a frame of its own; a key in that very frame may still be its.
  await expect(async () => {
    await app.page.keyboard.press('ArrowDown');
    await expect(app.page.locator('[data-bead]:focus')).toHaveCount(1, { timeout: 2000 });
  }).toPass();
});

test('a narrow window: the panel takes the focus, gives it back, and makes way for another view', async ({
  desk,
}) => {
  test.skip(desk.shell === 'electron', 'the size of a browser page is set from here');
  const { project } = desk.workspace;
  await writeLines(project, BEADS);
  const { page } = await desk.start({ project });
  await page.setViewportSize({ width: 800, height: 600 });
  await cardOf(page, 'garden-4').click();
  await expect(beadPanel(page)).toBeVisible();
  await expect.poll(() => regionOf(page)).toBe('panel');
  await page.keyboard.press('Escape');
  await expect(cardOf(page, 'garden-4')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => regionOf(page)).toBe('panel');
  await page.evaluate(() => {
    window.location.hash = '#/settings';
  });
  await expect(beadPanel(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('text twice as large: nothing leaves the window, and dialogs keep their buttons in sight', async ({
  desk,
}) => {
  test.skip(desk.shell === 'electron', 'the size of a browser page is set from here');
  const { project } = desk.workspace;
  await writeLines(project, BEADS);
  const { page } = await desk.start({ project });
  await expect(cardOf(page, 'garden-4')).toBeVisible();
  // By hand, while the app runs.
  const settings = { version: 1, appearance: { text_size_percent: 200 } };
  await writeFile(join(desk.workspace.data, 'settings.json'), JSON.stringify(settings));
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  const inSight = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' });
    await expect(button).toBeInViewport({ ratio: 1 });
  };
  const isWide = () =>
    page.evaluate(() =>
      [
        document.documentElement,
        ...document.querySelectorAll('main, [role=dialog], [role=dialog] form > div'),
      ]
        .filter((each) => each.scrollWidth > each.clientWidth + 1)
        .map((each) => `${each.tagName} ${each.className} ${each.scrollWidth} > ${each.clientWidth}`),
    );
  for (const [width, height] of [
    [1024, 768],
    [800, 600],
  ] as const) {
    await test.step(`${width} wide`, async () => {
      await page.setViewportSize({ width, height });
      await inSight(/^New bead/);
      await inSight('More for the board');
      expect(await isWide()).toEqual([]);
      await page.getByRole('button', { name: /^New bead/ }).click();
      await inSight('Create bead');
      expect(await isWide()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More for the board' }).click();
      await page.getByRole('menuitem', { name: 'Columns…' }).click();
      await inSight('Save columns');
      expect(await isWide()).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});
