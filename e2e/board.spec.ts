import { expectAccessible } from './axe';
import { cardIn, cardOf, columnOf, readLines, writeLines } from './beads';
import { announced, GARDEN, statusIn } from './garden';
import { expect, test } from './shell';

test('the board by mouse: drag, filter, sort, group, hide, older, quick add, collapse, columns', async ({
  desk,
}) => {
  const { project } = desk.workspace;
  await writeLines(project, GARDEN);
  const { page } = await desk.start({ project });
  const card = (column: string, id: string) => expect(cardIn(page, column, id));

  await test.step('every bead stands in its column', async () => {
    await card('Ready', 'garden-1').toContainText('The whole garden');
    await expect(cardIn(page, 'Ready', 'garden-2').getByTitle('Blocks 1')).toBeVisible();
    await expect(cardIn(page, 'Ready', 'garden-1').getByTitle('1 comment')).toBeVisible();
    await card('Blocked', 'garden-3').toContainText('waits for garden-2');
    await card('In progress', 'garden-4').toContainText('ada');
    await card('Done', 'garden-6').toBeVisible();
    await expect(cardOf(page, 'garden-7')).toHaveCount(0);
    await expect(cardOf(page, 'garden-8')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      await expectAccessible(page, `the board, ${colorScheme}`);
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  });

  await test.step('a card is dragged to another column, and the file says so', async () => {
    await cardOf(page, 'garden-1').dragTo(page.locator('[data-column="in_progress"]'));
    await card('In progress', 'garden-1').toBeVisible();
    await announced(page, 'garden-1 moved to In progress.');
    await expect.poll(statusIn(project, 'garden-1')).toBe('in_progress');
  });

  await test.step('what waits cannot be made ready, and says why', async () => {
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="ready"]'));
    await announced(page, /garden-3 stays where it was. It waits for garden-2/);
    await card('Blocked', 'garden-3').toBeVisible();
    expect(await statusIn(project, 'garden-3')()).toBe('open');
  });

  await test.step('what waits is closed only with a word', async () => {
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="done"]'));
    const dialog = page.getByRole('dialog', { name: 'Close garden-3 all the same?' });
    await expect(dialog).toContainText('It waits for garden-2.');
    await expectAccessible(page, 'the dialog of a refused move');
    await dialog.getByRole('button', { name: 'Leave it open' }).click();
    await card('Blocked', 'garden-3').toBeVisible();
    await cardOf(page, 'garden-3').dragTo(page.locator('[data-column="done"]'));
    await dialog.getByRole('button', { name: 'Close all the same' }).click();
    await card('Done', 'garden-3').toBeVisible();
    await expect.poll(statusIn(project, 'garden-3')).toBe('closed');
  });

  await test.step('a status the tracker does not know is added with consent', async () => {
    await cardOf(page, 'garden-4').dragTo(page.locator('[data-column="in_review"]'));
    const dialog = page.getByRole('dialog', { name: 'Add the status in_review?' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Add it and move the bead' }).click();
    await card('In review', 'garden-4').toBeVisible();
    await expect.poll(statusIn(project, 'garden-4')).toBe('in_review');
  });

  await test.step('filter by text and by a value, and clear', async () => {
    const filter = page.getByRole('searchbox', { name: 'Filter by text' });
    await filter.fill('fence');
    await expect(cardOf(page, 'garden-2')).toBeVisible();
    await expect(cardOf(page, 'garden-1')).toHaveCount(0);
    await filter.fill('no such words');
    await expect(page.getByRole('heading', { name: 'Nothing matches the filter' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByRole('menuitem', { name: /roses/ }).click();
    await expect(cardOf(page, 'garden-1')).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    await expect(page).toHaveURL(/#\/board\/.*roses/);
    await page.reload();
    await expect(cardOf(page, 'garden-1')).toBeVisible();
    await expect(cardOf(page, 'garden-2')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Label: roses' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(cardOf(page, 'garden-2')).toBeVisible();
  });

  await test.step('sort, group, hidden column, older ones', async () => {
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('menuitem', { name: 'Title' }).click();
    await expect
      .poll(() =>
        columnOf(page, 'In progress')
          .locator('[data-bead]')
          .evaluateAll((all) => all.map((each) => each.getAttribute('data-bead'))),
      )
      .toEqual(['garden-1', 'garden-5']);
    await page.getByRole('button', { name: 'No grouping' }).click();
    await expect(columnOf(page, 'In progress')).toContainText('The whole garden');
    await page.getByRole('button', { name: 'By epic' }).click();
    await page.getByRole('button', { name: 'More for the board' }).click();
    await page.getByRole('menuitem', { name: /Show Deferred/ }).click();
    await card('Deferred', 'garden-8').toBeVisible();
    await page.getByRole('button', { name: 'Hide Deferred' }).click();
    await expect(cardOf(page, 'garden-8')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 1 older' }).click();
    await card('Done', 'garden-7').toBeVisible();
  });

  await test.step('quick add', async () => {
    await page.getByRole('button', { name: 'Add a bead to Ready' }).click();
    await page.getByRole('textbox', { name: 'Title of the new bead' }).fill('Rake the leaves');
    await page.keyboard.press('Enter');
    await expect(columnOf(page, 'Ready').getByText('Rake the leaves')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Title of the new bead' })).toHaveCount(0);
    expect((await readLines(project)).some((each) => each['title'] === 'Rake the leaves')).toBe(true);
  });

  await test.step('collapse and expand', async () => {
    await page.getByRole('button', { name: 'Collapse Blocked' }).click();
    await page.getByRole('button', { name: /^Blocked\b.*Expand/ }).click();
    await expect(page.getByRole('button', { name: 'Collapse Blocked' })).toBeVisible();
  });

  await test.step('the columns are renamed, moved, hidden and reset', async () => {
    const edit = async () => {
      await page.getByRole('button', { name: 'More for the board' }).click();
      await page.getByRole('menuitem', { name: 'Columns…' }).click();
      await expect(page.getByRole('dialog', { name: 'Columns of the board' })).toBeVisible();
    };
    const titles = () => page.locator('[data-board]').getByRole('heading', { level: 2 }).allTextContents();
    await edit();
    const dialog = page.getByRole('dialog', { name: 'Columns of the board' });
    await expectAccessible(page, 'the column editor');
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill('Can begin');
    await dialog.getByRole('textbox', { name: 'Shows' }).nth(1).fill('');
    await dialog.getByRole('button', { name: 'Save columns' }).click();
    await expect(dialog.getByRole('alert')).toContainText('at least one status');
    await dialog.getByRole('textbox', { name: 'Shows' }).nth(1).fill('blocked beads, blocked');
    await dialog.getByRole('checkbox', { name: 'Shown' }).nth(1).uncheck();
    await dialog.getByRole('button', { name: 'Move Can begin down' }).click();
    await expect(dialog.getByRole('button', { name: /^Move Can begin, 2 of/ })).toBeVisible();
    await dialog
      .getByRole('button', { name: /^Move Can begin, 2 of/ })
      .dragTo(dialog.getByRole('button', { name: /^Move In progress, 3 of/ }));
    await expect(dialog.getByRole('button', { name: /^Move Can begin, 3 of/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save columns' }).click();
    await expect.poll(titles).toEqual(['In progress', 'Can begin', 'In review', 'Done']);
    await edit();
    await dialog.getByRole('button', { name: 'Reset to the shipped ones' }).click();
    await expect.poll(titles).toEqual(['Ready', 'Blocked', 'In progress', 'In review', 'Done']);
  });
});
